// SPDX-License-Identifier: BSD-2-Clause
// The calls from a domain into the kernel: by the number of an entry in the domain's table.
#pragma once

#include <core/types.hpp>

namespace flat {

/// What a call returns, in two registers.
struct Answer {
    u64 first = 0;
    u64 second = 0;
};

/// Entries that every domain's table begins with. Those of its bindings come after.
enum class BasicCall : u64 {
    end = 0,   ///< ends the domain: status
    write = 1, ///< shows text at once: address, bytes
    yield = 2, ///< lets other threads run first
    reply = 3, ///< ends what was called here: the two words of the answer; not by the table
    serve = 4, ///< ends the thread, but not the domain, which is called from now on
};

inline constexpr u32 basic_calls = 5;

/// The most bytes that one `write` shows.
inline constexpr u32 basic_write_max = 256;

/// An entry: what is called, with the object that it is about and five words that the caller chose.
/// In the kernel it is called with interrupts disabled, and may enable them. Assembly knows the
/// places of both members.
struct Call {
    Answer (*function)(void* object, u64, u64, u64, u64, u64) = nullptr;
    void* object = nullptr;
};

/// A domain's table, and of which form it is: of what its entries are, the upcalls included.
struct Calls {
    Call* entries;
    u32 count;
    u64 digest;
};

} // namespace flat

/// The tables of the domains beside the kernel's, as `flat_domains` lists them; the build generates
/// them, and the bindings of the domains fill them in when they are constructed.
extern "C" flat::Calls const flat_domain_calls[];

/// In a domain beside the kernel's: what the kernel can call, filled in in the same way.
extern "C" flat::Call flat_upcalls[];

/// How many these are, and whose each is: the places of the clients' domains in the assembly, of
/// which the kernel's is 0.
extern "C" flat::u32 const flat_upcall_count;
extern "C" flat::u16 const flat_upcall_callers[];
