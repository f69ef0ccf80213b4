// SPDX-License-Identifier: BSD-2-Clause
// What any code may use, wherever it runs, under <domain/…>; the compiler names what is missing.
//
// A domain is one address space and its threads: the kernel's, or an unprivileged one. Nothing here
// needs privilege, and no promise is about the machine: a lock excludes the other threads and the
// handlers of this domain, and the end is this domain's. Memory is not here: whoever needs some
// requires `flat.memory.Allocator` or `Objects`, which the assembly binds.
#pragma once

#include <core/bits.hpp>
#include <core/span.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>
#include <domain/backtrace.hpp>
#include <domain/last_resort.hpp>
#include <domain/lock.hpp>
#include <domain/object_code.hpp>
#include <domain/page.hpp>
#include <domain/probe_mark.hpp>
#include <domain/ticks.hpp>
#include <domain/word_runs.hpp>

namespace flat::contract {

/// <domain/page.hpp>: the sizes of pages and of cache lines.
static_assert(domain::page_size == bit(domain::page_size_log2));
static_assert(is_power_of_two<u64>(domain::line_size));

/// <domain/lock.hpp>: `LockGuard` holds a `Lock` for the block that it stands in. Locks are neither
/// recursive nor fair, and what is done under one does not block. Use <core/guarded.hpp>, which
/// says what a lock is for.
static_assert(requires(domain::Lock& lock) { domain::LockGuard(lock); });

/// <domain/last_resort.hpp>: what still works when nothing else does, for panics.
///
/// `stop_others` lets nothing else of this domain run any more. `emergency_write` shows text at
/// once, whatever state the domain is in. `end` ends the domain, and of the kernel the machine, and
/// never returns; an emulator's or process's exit status tells `status`.
static_assert(requires(Span<char const> text, u32 status) {
    { domain::stop_others() } -> SameAs<void>;
    { domain::emergency_write(text) } -> SameAs<void>;
    { domain::end(status) } -> SameAs<void>;
});

/// <domain/backtrace.hpp>: the return addresses of the caller, innermost first; returns how many
/// were found.
static_assert(requires(Span<vaddr> addresses) {
    { domain::backtrace(addresses) } -> SameAs<usize>;
});

/// <domain/ticks.hpp>: the processor's clock, which code without privilege can read; for what takes
/// how long, not for the time of day.
static_assert(requires {
    { domain::ticks() } -> SameAs<u64>;
});

/// <domain/word_runs.hpp>: copies and fills words of eight bytes, at any address, upwards, as fast
/// as the machine can; copied one after the other, so that they may move down to where they
/// overlap. `sum_words` adds them to a sum, and to that whatever is carried (RFC 1071).
static_assert(requires(void* to, void const* from, u64 word, usize words) {
    { domain::sum_words(word, from, words) } -> SameAs<u64>;
    { domain::copy_words(to, from, words) } -> SameAs<void>;
    { domain::fill_words(to, word, words) } -> SameAs<void>;
});

/// <domain/object_code.hpp>: what ELF files for this machine bear, and the types of relocations in
/// objects that can lie anywhere; each is about 8 bytes.
static_assert(SameAs<decltype(domain::elf_machine), u16 const> &&
              SameAs<decltype(domain::relocate_absolute), u32 const> &&
              SameAs<decltype(domain::relocate_global), u32 const> &&
              SameAs<decltype(domain::relocate_jump), u32 const> &&
              SameAs<decltype(domain::relocate_relative_base), u32 const>);

/// <domain/probe_mark.hpp>: the one store that tools/memtrace recognises as a mark.
static_assert(requires(u32& mark) {
    { domain::store_mark<0>(mark) } -> SameAs<void>;
});

} // namespace flat::contract
