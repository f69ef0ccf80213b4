// SPDX-License-Identifier: BSD-2-Clause
// What every multiprocessor variant offers under <smp/…>.
#pragma once

#include <api/tcb_base.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>
#include <smp/lock.hpp>
#include <smp/processor.hpp>
#include <smp/tcb_smp.hpp>

namespace flat::contract {

/// <smp/processor.hpp>: the processors and what each has of its own.
///
/// `PerProcessor<T>` holds one `T` for each processor; `*` and `->` reach that of the processor
/// that executes, which must not change meanwhile: interrupts are disabled.
static_assert(requires(smp::PerProcessor<u64> area) {
    { smp::processor_index() } -> SameAs<u32>;
    { *area } -> SameAs<u64&>;
    { area.operator->() } -> SameAs<u64*>;
});
static_assert(smp::processors_max >= 1);

/// <smp/lock.hpp>: `LockGuard` holds a `Lock`, with interrupts disabled, for the block that it
/// stands in. Locks are neither recursive nor fair.
static_assert(requires(smp::Lock& lock) { smp::LockGuard(lock); });

/// <smp/tcb_smp.hpp>: the processors' share of the thread control block.
static_assert(DerivedFrom<smp::TcbSmp, api::TcbBase>);

} // namespace flat::contract
