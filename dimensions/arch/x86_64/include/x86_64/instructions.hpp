// SPDX-License-Identifier: BSD-2-Clause
// The privileged instructions that C++ cannot express.
#pragma once

#include <core/types.hpp>
#include <x86_64/registers.hpp>

namespace flat::arch {

/// The four registers that CPUID answers in.
struct CpuidResult {
    u32 eax;
    u32 ebx;
    u32 ecx;
    u32 edx;
};

/// CPUID of a leaf and subleaf; the caller knows that the leaf exists.
inline CpuidResult cpuid(u32 leaf, u32 subleaf = 0) {
    CpuidResult result;
    asm("cpuid"
        : "=a"(result.eax), "=b"(result.ebx), "=c"(result.ecx), "=d"(result.edx)
        : "a"(leaf), "c"(subleaf));
    return result;
}

inline u64 read_cr0() {
    u64 value;
    asm volatile("movq %%cr0, %0" : "=r"(value));
    return value;
}

inline void write_cr0(u64 value) {
    asm volatile("movq %0, %%cr0" : : "r"(value) : "memory");
}

/// The address whose access caused the last page fault.
inline vaddr read_cr2() {
    vaddr value;
    asm volatile("movq %%cr2, %0" : "=r"(value));
    return value;
}

inline u64 read_cr3() {
    u64 value;
    asm volatile("movq %%cr3, %0" : "=r"(value));
    return value;
}

inline void write_cr3(u64 value) {
    asm volatile("movq %0, %%cr3" : : "r"(value) : "memory");
}

inline u64 read_cr4() {
    u64 value;
    asm volatile("movq %%cr4, %0" : "=r"(value));
    return value;
}

inline void write_cr4(u64 value) {
    asm volatile("movq %0, %%cr4" : : "r"(value) : "memory");
}

inline u64 read_msr(Msr msr) {
    u32 low;
    u32 high;
    asm volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(u32(msr)));
    return u64(high) << 32 | low;
}

inline void write_msr(Msr msr, u64 value) {
    asm volatile("wrmsr" : : "c"(u32(msr)), "a"(u32(value)), "d"(u32(value >> 32)) : "memory");
}

/// The time-stamp counter.
inline u64 read_tsc() {
    u32 low;
    u32 high;
    asm volatile("rdtsc" : "=a"(low), "=d"(high));
    return u64(high) << 32 | low;
}

/// Forgets the translation of one page, global or not.
inline void invalidate_page(vaddr address) {
    asm volatile("invlpg (%0)" : : "r"(address) : "memory");
}

inline u8 read_port_u8(u16 port) {
    u8 value;
    asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

inline u16 read_port_u16(u16 port) {
    u16 value;
    asm volatile("inw %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

inline u32 read_port_u32(u16 port) {
    u32 value;
    asm volatile("inl %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

inline void write_port_u8(u16 port, u8 value) {
    asm volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

inline void write_port_u16(u16 port, u16 value) {
    asm volatile("outw %0, %1" : : "a"(value), "Nd"(port));
}

inline void write_port_u32(u16 port, u32 value) {
    asm volatile("outl %0, %1" : : "a"(value), "Nd"(port));
}

/// Tells the processor that it is in a busy-wait loop.
inline void relax() {
    asm volatile("pause" : : : "memory");
}

/// Stops the processor for good.
[[noreturn]] inline void halt_forever() {
    for (;;)
        asm volatile("cli; hlt" : : : "memory");
}

} // namespace flat::arch
