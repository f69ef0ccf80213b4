// SPDX-License-Identifier: BSD-2-Clause
// The exceptions of the architecture, under the manual's names (Intel SDM volume 3A, table 6-1).
#pragma once

#include <core/text.hpp>
#include <core/types.hpp>

namespace flat::arch {

/// Vectors of exceptions.
enum class Exception : u32 {
    DE = 0,  ///< divide error
    DB = 1,  ///< debug
    NMI = 2, ///< non-maskable interrupt
    BP = 3,  ///< breakpoint
    OF = 4,  ///< overflow
    BR = 5,  ///< bound range exceeded
    UD = 6,  ///< invalid opcode
    NM = 7,  ///< device not available: the FPU is somebody else's
    DF = 8,  ///< double fault
    TS = 10, ///< invalid TSS
    NP = 11, ///< segment not present
    SS = 12, ///< stack fault
    GP = 13, ///< general protection
    PF = 14, ///< page fault
    MF = 16, ///< x87 error
    AC = 17, ///< alignment check
    MC = 18, ///< machine check
    XM = 19, ///< SIMD error
};

/// What user mode can cause, but for the FPU's exception 7.
inline constexpr Exception user_exceptions[] = {
    Exception::DE, Exception::DB, Exception::BP, Exception::OF, Exception::BR,
    Exception::UD, Exception::NP, Exception::SS, Exception::GP, Exception::PF,
    Exception::MF, Exception::AC, Exception::XM,
};

/// Bits of the error code of a page fault (SDM 3A, 4.7).
enum class PageFault : u64 {
    P = 1ull << 0,  ///< a page was there: the rights did not suffice
    WR = 1ull << 1, ///< by a write
    US = 1ull << 2, ///< by user mode
    ID = 1ull << 4, ///< by an instruction fetch
};

/// The right that the access of a page fault lacked, by the error code that the processor pushes.
template<class Right>
constexpr Right lacking_right(u64 error_code, Right read, Right write, Right execute) {
    if (error_code & u64(PageFault::WR)) return write;
    return error_code & u64(PageFault::ID) ? execute : read;
}

/// Whether a vector always ends the kernel: it can come anywhere.
constexpr bool is_fatal(u32 vector) {
    return vector == u32(Exception::DF) || vector == u32(Exception::MC);
}

/// What the manual calls a vector.
Text exception_name(u32 vector);

} // namespace flat::arch
