// SPDX-License-Identifier: BSD-2-Clause
// Control and model-specific registers, under the manual's names (Intel SDM volume 3).
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// CR0 (SDM 3A, 2.5).
enum class Cr0 : u64 {
    PE = 1ull << 0,  ///< protected mode
    MP = 1ull << 1,  ///< WAIT heeds TS
    EM = 1ull << 2,  ///< no FPU
    TS = 1ull << 3,  ///< task switched: the next FPU instruction traps
    NE = 1ull << 5,  ///< FPU errors are exception 16
    WP = 1ull << 16, ///< the kernel cannot write read-only pages
    PG = 1ull << 31, ///< paging
};

/// CR4 (SDM 3A, 2.5).
enum class Cr4 : u64 {
    PAE = 1ull << 5,         ///< 64-bit page-table entries
    MCE = 1ull << 6,         ///< machine checks are exception 18, else the processor shuts down
    PGE = 1ull << 7,         ///< global pages
    OSFXSR = 1ull << 9,      ///< FXSAVE and SSE
    OSXMMEXCPT = 1ull << 10, ///< SSE errors are exception 19
    SMEP = 1ull << 20,       ///< the kernel cannot execute user pages
    SMAP = 1ull << 21,       ///< the kernel cannot access user pages unless EFLAGS.AC is set
};

/// RFLAGS (SDM 1, 3.4.3).
enum class Rflags : u64 {
    RESERVED = 1ull << 1, ///< always set
    TF = 1ull << 8,       ///< single step
    IF = 1ull << 9,       ///< interrupts enabled
    DF = 1ull << 10,      ///< string instructions count down
    IOPL = 3ull << 12,    ///< ring that may use ports
    NT = 1ull << 14,      ///< nested task
    AC = 1ull << 18,      ///< alignment check; in the kernel: SMAP suspended
};

/// Model-specific registers (SDM 4, table 2-2).
enum class Msr : u32 {
    IA32_APIC_BASE = 0x1b,
    IA32_SPEC_CTRL = 0x48,
    IA32_PRED_CMD = 0x49,
    IA32_ARCH_CAPABILITIES = 0x10a,
    IA32_FLUSH_CMD = 0x10b,
    IA32_MCG_CAP = 0x179,
    IA32_MCG_STATUS = 0x17a,
    IA32_MCG_CTL = 0x17b,
    IA32_PAT = 0x277,
    IA32_MC0_CTL = 0x400, ///< of bank 0; each bank has four
    IA32_MC0_STATUS = 0x401,
    IA32_MC0_ADDR = 0x402,
    IA32_EFER = 0xc0000080,
    IA32_STAR = 0xc0000081,
    IA32_LSTAR = 0xc0000082,
    IA32_FMASK = 0xc0000084,
    IA32_FS_BASE = 0xc0000100,
    IA32_GS_BASE = 0xc0000101,
};

/// IA32_EFER (SDM 3A, 2.2.1).
enum class Efer : u64 {
    SCE = 1ull << 0,  ///< SYSCALL and SYSRET
    LME = 1ull << 8,  ///< long mode
    NXE = 1ull << 11, ///< pages that cannot be executed
};

constexpr u64 operator|(Cr0 a, Cr0 b) {
    return u64(a) | u64(b);
}
constexpr u64 operator|(Cr4 a, Cr4 b) {
    return u64(a) | u64(b);
}
constexpr u64 operator|(u64 a, Cr0 b) {
    return a | u64(b);
}
constexpr u64 operator|(u64 a, Cr4 b) {
    return a | u64(b);
}

} // namespace flat::arch
