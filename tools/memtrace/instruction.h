// SPDX-License-Identifier: BSD-2-Clause
// What memtrace tells apart when an instruction is translated, on every architecture.
#pragma once

enum InstructionKind {
    instruction_ordinary,
    instruction_mark,          // stores the mark's constant: see core/measure/probe.hpp
    instruction_control_write, // writes a control register or an MSR, or invalidates TLB entries
    instruction_load_idt,      // loads x86's interrupt descriptor table register
    instruction_object_mark,   // stores the constant of objects: see core/image/object_record.hpp
    instruction_call,          // pushes its return address
    instruction_return,        // pops one
    instruction_locked,        // reads and writes memory in one, with a LOCK prefix or as XCHG
    instruction_stack_switch,  // sets the stack pointer to what a register or memory says
    instruction_trap_return,   // ends a trap or a system call: IRET, SYSRET
    instruction_jump,          // to where a register or memory says
};
