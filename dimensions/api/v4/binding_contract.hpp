// SPDX-License-Identifier: BSD-2-Clause
// What every binary interface of this API, `on/<architecture>`, offers under <abi/…>.
#pragma once

#include <abi/current.hpp>
#include <abi/system_calls.hpp>
#include <abi/tcb_abi.hpp>
#include <abi/user_context.hpp>
#include <core/traits.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// <abi/tcb_abi.hpp>: the message registers of a system call, to the UTCB and from there, and what
/// a direct switch needs at hand.
template<class Abi>
concept IsTcbAbi = requires(Abi& abi, Abi const& constant, ThreadId sender, u64 tag, paddr root) {
    { abi.store_message() } -> SameAs<void>;
    { abi.load_message(sender) } -> SameAs<void>;
    { abi.load_words(sender, tag, u64{}, u64{}) } -> SameAs<void>;
    { abi.load_tag(sender, tag) } -> SameAs<void>;
    { abi.set_result_tag(tag) } -> SameAs<void>;
    { constant.page_root() } -> SameAs<paddr>;
    { constant.local_id() } -> SameAs<vaddr>;
    abi.set_page_root(root);
    abi.set_local_id(vaddr{});
};
static_assert(IsTcbAbi<abi::TcbAbi>);
static_assert(DerivedFrom<abi::TcbAbi, machine::TcbBase>);

/// <abi/current.hpp>: the running thread, the table of all of them, the rank of the most urgent one
/// that is ready, and what must be cleared before another one runs: above all ranks, and with
/// nothing but `hazard_fpu` of it, `switch_fpu` is all that it takes.
template<class Thread>
concept HasCurrent = requires(Thread& next) {
    { abi::current() } -> SameAs<Thread&>;
    { abi::ready_rank() } -> SameAs<u32>;
    { abi::set_ready_rank(u32{}) } -> SameAs<void>;
    { abi::hazards() } -> SameAs<u32>;
    { abi::any_hazards() } -> SameAs<u32>;
    { abi::thread_table() } -> SameAs<vaddr>;
    { abi::thread_mask() } -> SameAs<u64>;
    { abi::set_thread_table(vaddr{}, u64{}) } -> SameAs<void>;
    { abi::switch_fpu(next) } -> SameAs<void>;
    { abi::clear_hazards(next) } -> SameAs<void>;
    { abi::set_current(next) } -> SameAs<void>;
    { abi::keep_off_short_paths(true) } -> SameAs<void>;
};
static_assert(HasCurrent<Tcb>);

/// <abi/user_context.hpp>: registers of user threads from values that users choose; whatever they
/// choose, resuming such a frame does the kernel no harm.
template<class Frame>
concept HasUserContext = requires(Frame& frame, Frame const& constant, vaddr address, u64 flags,
                                  u64* words, u64 const* constant_words) {
    { abi::start_user(frame, address, address) } -> SameAs<void>;
    { abi::set_user_instruction(frame, address) } -> SameAs<void>;
    { abi::repeat_call(frame) } -> SameAs<void>;
    { abi::set_user_stack(frame, address) } -> SameAs<void>;
    { abi::set_user_flags(frame, flags) } -> SameAs<void>;
    { abi::user_flags(constant) } -> SameAs<u64>;
    { abi::store_exception(constant, words) } -> SameAs<void>;
    { abi::load_exception(frame, constant_words) } -> SameAs<void>;
    { abi::fail_memory_control(frame) } -> SameAs<void>;
    { abi::write_back_caches() } -> SameAs<void>;
};
static_assert(HasUserContext<RegisterFrame>);
static_assert(SameAs<decltype(abi::elf_machine), u16 const>);
static_assert(SameAs<decltype(abi::exception_words), u32 const>);
static_assert(abi::exception_words < Utcb::message_register_count);
static_assert(abi::user_end % 0x1000 == 0);

/// <abi/system_calls.hpp>: what the kernel interface page says of the calls.
static_assert(SameAs<decltype(abi::system_call_addresses()), CallAddresses>);

} // namespace flat::api
