// SPDX-License-Identifier: BSD-2-Clause
// From device lines to messages, and from answers to device lines.
#include <api/interrupt_threads.hpp>

namespace flat::api {

InterruptThreads::InterruptThreads(Ports const& ports, Attributes const& attributes)
    : InterruptThreadsComponent(ports, attributes) {
    for (u32 number = 0; number < lines_max; ++number) {
        lines_[number].owner = this;
        lines_[number].number = number;
    }
    ipc->report_to(*this);
}

bool InterruptThreads::is_interrupt(u64 id) {
    u32 const number = ThreadId{id}.number();
    return number < lines_max && number < threads->first_user_number() &&
           ThreadId{id} == id_of(number);
}

// A line is connected when it gets its first handler: until then the kernel may use it for itself.
bool InterruptThreads::associate(u64 id, u64 handler) {
    Line& line = lines_[ThreadId{id}.number()];
    Tcb& thread = threads->slot(id);
    if (!line.is_connected) {
        if (ThreadId{handler}.is_nil()) return true;
        if (controller->connect(line.number, line).is_error()) return false;
        line.is_connected = true;
        line.is_level = controller->is_level(line.number);
        thread.become_interrupt(ThreadId{id});
    }
    ipc->unwind(thread, static_cast<u32>(IpcError::Code::aborted));
    line.handler = ThreadId{handler};
    if (line.handler.is_nil())
        controller->mask(line.number);
    else
        controller->unmask(line.number);
    return true;
}

void InterruptThreads::Line::handle(u32) {
    owner->interrupted(*this);
}

void InterruptThreads::interrupted(Line& line) {
    bool const stays_silent = line.is_level || line.is_told;
    if (stays_silent) controller->mask(line.number);
    controller->acknowledge(line.number);
    if (line.is_told) {
        line.is_waiting = true;
        return;
    }
    tell(line);
    dispatcher->settle(nullptr);
}

void InterruptThreads::tell(Line& line) {
    line.is_told = true;
    ipc->raise(threads->slot(id_of(line.number).raw()), line.handler.raw());
}

void InterruptThreads::answered(Tcb& interrupt) {
    Line& line = line_of(interrupt);
    line.is_told = false;
    bool const is_waiting = line.is_waiting;
    line.is_waiting = false;
    if (line.is_level || is_waiting) controller->unmask(line.number);
    if (is_waiting) tell(line);
}

// Whoever wants its interrupts has to say so again.
void InterruptThreads::abandoned(Tcb& interrupt) {
    Line& line = line_of(interrupt);
    line.is_told = false;
    line.is_waiting = false;
    line.handler = ThreadId::nil();
    controller->mask(line.number);
}

} // namespace flat::api
