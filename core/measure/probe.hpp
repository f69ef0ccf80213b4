// SPDX-License-Identifier: BSD-2-Clause
// Marks between which the QEMU plugin tools/memtrace counts what the guest executes, exactly.
#pragma once

#include <core/types.hpp>
#include <domain/probe_mark.hpp>

namespace flat {

/// The plugin's counters as they stood just before the mark that filled the record.
/// Each is the processor's own and runs from its reset; only lines begin anew at every mark.
/// "Kernel" is what an instruction in the upper half of the address space did, "user" the rest.
/// The layout is pinned: tools/memtrace/probe_record.h is the other side, docs/how-we-measure.md
/// says what each figure means.
struct alignas(128) ProbeRecord {
    u32 mark = 0;                ///< The guest's store. Nothing in it is of use.
    u32 valid = 0;               ///< 1 once the plugin has filled the record; it never clears it.
    u64 kernel_instructions = 0; ///< Instructions begun.
    u64 user_instructions = 0;
    u64 kernel_reads = 0; ///< Data accesses, as QEMU makes them: of at most 8 bytes each.
    u64 kernel_writes = 0;
    u64 user_reads = 0;
    u64 user_writes = 0;
    u64 kernel_lines = 0; ///< Distinct 64-byte lines of memory since this processor's last mark.
    u64 user_lines = 0;
    u64 control_writes = 0; ///< Control registers and MSRs written, TLB entries invalidated.
    u32 sequence = 0;       ///< This processor's marks so far, this one included.
    u32 processor = 0;      ///< That executed the mark, as QEMU numbers it.
    /// Most kernel instructions from one return by IRET or SYSRET to the next, both of them since
    /// this processor's last mark; kernels that take interrupts only after those delay none longer.
    u64 kernel_stretch = 0;
};

static_assert(sizeof(ProbeRecord) == 128);
static_assert(__builtin_offsetof(ProbeRecord, valid) == 4);
static_assert(__builtin_offsetof(ProbeRecord, kernel_instructions) == 8);
static_assert(__builtin_offsetof(ProbeRecord, user_instructions) == 16);
static_assert(__builtin_offsetof(ProbeRecord, kernel_reads) == 24);
static_assert(__builtin_offsetof(ProbeRecord, kernel_writes) == 32);
static_assert(__builtin_offsetof(ProbeRecord, user_reads) == 40);
static_assert(__builtin_offsetof(ProbeRecord, user_writes) == 48);
static_assert(__builtin_offsetof(ProbeRecord, kernel_lines) == 56);
static_assert(__builtin_offsetof(ProbeRecord, user_lines) == 64);
static_assert(__builtin_offsetof(ProbeRecord, control_writes) == 72);
static_assert(__builtin_offsetof(ProbeRecord, sequence) == 80);
static_assert(__builtin_offsetof(ProbeRecord, processor) == 84);
static_assert(__builtin_offsetof(ProbeRecord, kernel_stretch) == 88);

/// Sets a mark: one store, harmless without the plugin, which leaves `record` as it was then.
/// The plugin counts nothing of the mark itself. Neither blocks nor fails; for kernel and user.
[[gnu::always_inline]] inline void probe(ProbeRecord& record) {
    domain::store_mark<0x464c4154>(record.mark);
    asm volatile("" : "+m"(record)); // the compiler is to know that all of it has changed
}

/// What was executed between two marks that followed each other on one processor. Its `valid` is 0,
/// and its figures mean nothing, if they did not, or if no plugin filled the records.
/// There is no overhead to subtract, for marks cost nothing; see docs/how-we-measure.md.
constexpr ProbeRecord difference(ProbeRecord const& before, ProbeRecord const& after) {
    ProbeRecord cost = after;
    cost.kernel_instructions -= before.kernel_instructions;
    cost.user_instructions -= before.user_instructions;
    cost.kernel_reads -= before.kernel_reads;
    cost.kernel_writes -= before.kernel_writes;
    cost.user_reads -= before.user_reads;
    cost.user_writes -= before.user_writes;
    cost.control_writes -= before.control_writes;
    bool const adjacent =
        after.sequence == before.sequence + 1 && after.processor == before.processor;
    cost.valid = before.valid != 0 && after.valid != 0 && adjacent ? 1 : 0;
    return cost;
}

} // namespace flat
