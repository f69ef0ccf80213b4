// SPDX-License-Identifier: BSD-2-Clause
// Critical sections on a machine with one processor: interrupts are all that could intrude.
#pragma once

#include <core/utility.hpp>
#include <machine/interrupts.hpp>

namespace flat::domain {

/// Guards data that several threads or interrupts use.
class Lock : NonCopyable {};

/// Holds a lock, with interrupts disabled, for the block that it stands in.
class LockGuard : NonCopyable {
public:
    explicit LockGuard(Lock&) {}

private:
    machine::InterruptGuard interrupts_;
};

} // namespace flat::domain
