// SPDX-License-Identifier: BSD-2-Clause
// The system calls but IPC (L4 X.2, chapters 2 to 4).
#pragma once

#include <api/calls.flat.hpp>
#include <api/encodings.hpp>
#include <object/space.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// Every argument comes from user mode: each is checked before anything changes.
class Calls : public CallsComponent {
public:
    using CallsComponent::CallsComponent;

    u64 thread_control(Tcb& caller, u64 thread, u64 space, u64 scheduler, u64 pager,
                       vaddr utcb) override;
    u64 space_control(Tcb& caller, u64 space, u64 interface_page_area, u64 utcb_area,
                      u64 redirector) override;
    Exchanged exchange_registers(Tcb& caller, u64 thread, Registers const& registers) override;
    Scheduled schedule(Tcb& caller, u64 thread, ScheduleParameters const& parameters) override;
    void unmap(Tcb& caller, u64 control) override;
    u64 unmap_page(Tcb& caller, u64 control, u64 fpage) override;
    u64 memory_control(Tcb& caller, u64 control, MemoryAttributes const& attributes) override;
    u64 processor_control(Tcb& caller, u64 processor, u64 internal, u64 external,
                          u64 voltage) override;
    void thread_switch(Tcb& caller, u64 thread) override;

private:
    /// The arguments of ThreadControl.
    struct ThreadArguments {
        ThreadId thread;
        ThreadId space;
        ThreadId scheduler;
        ThreadId pager;
        vaddr utcb;
    };

    Error control(ThreadArguments const& arguments);
    Error create(ThreadArguments const& arguments);
    Error modify(Tcb& thread, ThreadArguments const& arguments);
    /// Makes a thread one of another space, where its UTCB lies at `utcb`.
    Error migrate(Tcb& thread, Space& space, vaddr utcb);
    Error remove(ThreadId id);
    /// Gives an interrupt a handler, which is its pager; itself: none.
    Error associate(ThreadArguments const& arguments);
    /// Lets the call begin anew, after interrupts.
    Error unfinished();

    /// Gives an inactive thread its UTCB, which is the last thing that can fail.
    Error back_utcb(Tcb& thread, vaddr utcb);
    void activate(Tcb& thread, ThreadId pager);
    bool is_utcb_free(Tcb& thread, vaddr utcb);

    void redirect(Space& space, ThreadId redirector);
    Error place_areas(Space& space, u64 interface_page_area, u64 utcb_area);

    Error set_attributes(Tcb& caller, u64 control, MemoryAttributes const& attributes);

    Registers state_of(Tcb& thread);
    void change(Tcb& thread, Registers const& registers);
    Error check(Tcb& caller, Tcb& thread, ScheduleParameters const& parameters);
    u64 time_left(Tcb& thread);
    void set_time(Tcb& thread, TimeControl time);
    void set_priority(Tcb& thread, u8 priority);

    bool is_unfinished_ = false;
};

} // namespace flat::api
