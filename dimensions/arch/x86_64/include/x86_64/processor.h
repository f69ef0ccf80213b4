// SPDX-License-Identifier: BSD-2-Clause
// For assembly: the members of the area of the processor that executes.
//
// `PROCESSOR(context)` is a memory operand. With one processor it is an absolute address, which
// costs no register and no instruction; with several, %gs with the member's offset would stand
// here. Assembly names nothing else that belongs to a processor. processor_area.cpp lists the
// members.
#define PROCESSOR(member) flat_processor_##member
