// SPDX-License-Identifier: BSD-2-Clause
// Device interrupts as threads (L4 X.2, sections 2.1 and 7.3).
#pragma once

#include <api/encodings.hpp>
#include <api/interrupt_threads.flat.hpp>
#include <flat/hal/trap.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// A line's thread has no code: it sends to its handler when the line interrupts, and waits for the
/// answer. Until that comes the handler gets no other message of it.
///
/// A line that interrupts for as long as its signal lasts is masked meanwhile. One that does when
/// its signal begins is masked when that happens twice, and the second time is reported after the
/// answer: so nothing is lost, and the controller is not touched as a rule.
class InterruptThreads : public InterruptThreadsComponent, private l4::Ipc::Answers {
public:
    InterruptThreads(Ports const& ports, Attributes const& attributes);

    bool is_interrupt(u64 id) override;
    bool associate(u64 id, u64 handler) override;

private:
    static constexpr u32 lines_max = 32;

    struct Line final : hal::Trap::BriefHandler {
        void handle(u32 vector) override;

        InterruptThreads* owner = nullptr;
        u32 number = 0;
        bool is_connected = false;
        bool is_level = false;
        bool is_told = false;    ///< its handler has not answered yet
        bool is_waiting = false; ///< it has interrupted since, and is masked
        ThreadId handler;        ///< nil: it is masked
    };

    static ThreadId id_of(u32 line) { return ThreadId::global(line, 1); }
    Line& line_of(Tcb const& interrupt) { return lines_[interrupt.id().number()]; }
    void interrupted(Line& line);
    void tell(Line& line);

    void answered(Tcb& interrupt) override;
    void abandoned(Tcb& interrupt) override;

    Line lines_[lines_max];
};

} // namespace flat::api
