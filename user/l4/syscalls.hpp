// SPDX-License-Identifier: BSD-2-Clause
// The system calls of L4 X.2, with the registers of the AMD64 binding behind them.
#pragma once

#include <core/result.hpp>
#include <l4/abi/calls.hpp>
#include <l4/abi/error.hpp>
#include <l4/abi/fpage.hpp>
#include <l4/abi/memory_attribute.hpp>
#include <l4/abi/message_tag.hpp>
#include <l4/abi/schedule.hpp>
#include <l4/abi/thread_id.hpp>
#include <l4/abi/time.hpp>
#include <l4/kip.hpp>

namespace l4 {

using flat::Result;

/// What an IPC brought: the sender and the tag; the words are in the message registers. After an
/// IPC without a receive phase the sender is nil.
struct Received {
    ThreadId from;
    MessageTag tag;
};

/// Sends the message in the message registers to `to`, then receives one from `from` into them
/// (reference manual, section 5.6). Nil leaves the phase out. Blocks as long as `timeouts` allow.
Result<Received, IpcError> ipc(ThreadId to, ThreadId from, Timeouts timeouts);

/// Creates, changes or (with a nil `space`) deletes a thread (section 2.3). A `space` equal to the
/// new thread's name makes a new address space. A new thread becomes active, and waits for the
/// start message of its pager, when `pager` is not nil. Privileged.
Result<void, Error> thread_control(ThreadId thread, ThreadId space, ThreadId scheduler,
                                   ThreadId pager, Word utcb_location);

/// Places the kernel interface page and the UTCBs of the address space of `space`, before its
/// first thread is activated (section 4.3). From then on `redirector` gets what threads of the
/// space send to others than their neighbours and its own; any: nobody does; nil: as before.
/// Privileged.
Result<void, Error> space_control(ThreadId space, Fpage kip_area, Fpage utcb_area,
                                  ThreadId redirector = ThreadId::nil());

/// What `exchange_registers` changes and reports (section 2.4).
struct ThreadRegisters {
    /// A sum of `ExchangeControl`; on return, bits 0 to 2 say what the thread was doing.
    Word control = 0;
    Word stack_pointer = 0;
    Word instruction_pointer = 0;
    Word flags = 0;
    Word user_handle = 0;
    ThreadId pager = {};

    /// Result only: the other name, local or global, of the thread.
    ThreadId other_name = {};
};

/// Reads and changes an active thread of the caller's own address space.
Result<ThreadRegisters, Error> exchange_registers(ThreadId thread, ThreadRegisters const& change);

/// Gives up the processor: to `thread`, or with nil to whoever is next (section 3.3).
void thread_switch(ThreadId thread = ThreadId::nil());

/// Scheduling parameters; those left at "keep" are not changed.
struct ScheduleParameters {
    static constexpr Word keep = same_parameter;

    Word time = keep; ///< a `TimeControl`
    Word processor = keep;
    Word priority = keep;
    Word preemption = keep; ///< a `PreemptionControl`
};

/// What a thread was doing, and the time that it had left, when its scheduler asked.
struct Scheduled {
    ThreadState state;
    TimeControl left;
};

/// Changes how a thread is scheduled. Its scheduler's address space only.
Result<Scheduled, Error> schedule(ThreadId thread, ScheduleParameters const& parameters);

/// Takes the rights of `region` back from all that have got its pages from this address space,
/// directly or not; with `Whose::own_too`, from this one, too. Returns the region with the accesses
/// that there have been to all of these pages since this was last asked (section 4.4). Writes to
/// message register 0.
enum class Whose { of_others, own_too };
Fpage unmap(Fpage region, Whose whose = Whose::of_others);

/// The same with the `count` regions, at most 64, in the message registers from 0 on.
void unmap_in_registers(unsigned count, Whose whose);

/// Lets the memory of the `count` regions in the message registers from 0 on, and what others have
/// got of it, be cached as the attribute says whose number, 0 to 3, is in the low bits of each: a
/// `MemoryAttribute` (section 6.4). Privileged.
Result<void, Error> memory_control(unsigned count, Word const (&attributes)[4]);

/// Sets frequencies in kHz and voltage in mV of a processor, as far as they are not all ones
/// (section 6.3). Privileged.
Result<void, Error> processor_control(Word processor, Word internal_khz, Word external_khz,
                                      Word voltage_mv);

/// Microseconds since an unspecified point (section 3.2).
u64 system_clock();

} // namespace l4
