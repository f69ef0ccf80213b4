// SPDX-License-Identifier: BSD-2-Clause
// The table of thread control blocks.
#pragma once

#include <abi/current.hpp>
#include <api/threads.flat.hpp>
#include <core/bits.hpp>
#include <core/compiler.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// Every slot holds a constructed block from the start, so no look-up needs a null check: a thread
/// exists exactly if the block in its slot bears its identifier.
class Threads : public ThreadsComponent {
public:
    Threads(Ports const& ports, Attributes const& attributes);

    Tcb& slot(u64 id) override {
        u64 const offset = id >> (number_shift - slot_log2) & abi::thread_mask();
        vaddr address = abi::thread_table() + offset;
        hide_origin(address); // added once, not in each access
        return *reinterpret_cast<Tcb*>(address);
    }
    Tcb* find(u64 id) override;
    Tcb* partner(u64 id) override;
    u32 first_user_number() override { return first_number; }
    u32 number_bits() override { return log2_floor(slots); }
    bool is_user_number(u64 id) override;
    Tcb& create(u64 id, Space& space, u64 scheduler) override;
    void destroy(Tcb& thread) override;

private:
    /// Where an identifier has its thread's number.
    static constexpr u32 number_shift = 32;

    /// Slots are a power of two, so that a number becomes an offset by a shift and a mask.
    static constexpr u32 slot_log2 = log2_ceiling(sizeof(Tcb));
    static constexpr u64 slot_bytes = u64{1} << slot_log2;
};

} // namespace flat::api
