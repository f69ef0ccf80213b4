// SPDX-License-Identifier: BSD-2-Clause
// The table of thread control blocks.
#pragma once

#include <api/threads.flat.hpp>
#include <core/bits.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// Every slot holds a constructed block from the start, so no look-up needs a null check: a thread
/// exists exactly if the block in its slot bears its identifier.
class Threads : public ThreadsComponent {
public:
    Threads(Ports const& ports, Attributes const& attributes);

    Tcb& slot(u64 id) override { return table_[ThreadId{id}.number() & mask_]; }
    Tcb* find(u64 id) override;
    Tcb* partner(u64 id) override;
    u32 first_user_number() override { return first_number; }
    u32 number_bits() override { return log2_floor(slots); }
    bool is_user_number(u64 id) override;
    Tcb& create(u64 id, Space& space, u64 scheduler) override;
    void destroy(Tcb& thread) override;

private:
    Tcb* table_;
    u32 mask_;
};

} // namespace flat::api
