// SPDX-License-Identifier: BSD-2-Clause
// From exception vectors to messages.
#include <abi/faults.hpp>

#include <api/encodings.hpp>
#include <core/format.hpp>
#include <core/machine/panic_at.hpp>
#include <core/panic.hpp>
#include <object/space.hpp>
#include <x86_64/exceptions.hpp>
#include <x86_64/instructions.hpp>

namespace flat::abi {

using arch::Exception;

Faults::Faults(Ports const& ports, Attributes const& attributes)
    : FaultsComponent(ports, attributes) {
    for (Exception const exception : arch::user_exceptions)
        if (trap->register_(u32(exception), *this).is_error())
            panic("abi.Faults: exception {} has a handler already", u32(exception));
}

void Faults::handle(u32 vector, RegisterFrame& frame) {
    if (!frame.is_user()) panic_at(frame, "{} in kernel mode", arch::exception_name(vector));
    Tcb& thread = dispatcher->current();
    if (vector == u32(Exception::PF)) return page_fault(thread, frame);
    bool const may_be_debugger = vector == u32(Exception::BP) || vector == u32(Exception::UD);
    if (may_be_debugger && kdebug->handle(thread, vector)) return;
    exception(thread, vector, frame);
}

void Faults::page_fault(Tcb& thread, RegisterFrame const& frame) {
    vaddr const address = arch::read_cr2();
    u64 const fault = api::PageFault::label(arch::lacking_right(
        frame.error_code, api::Rights::read, api::Rights::write, api::Rights::execute));
    bool const is_handled =
        thread.space()->is_physical()
            ? spaces->map_physical(*thread.space(), address)
            : ipc->report(thread, thread.utcb()->pager.raw(), fault, address, frame.rip);
    if (!is_handled) halt(thread, u32(Exception::PF), frame);
}

void Faults::exception(Tcb& thread, u32 vector, RegisterFrame const& frame) {
    if (!ipc->report_exception(thread, thread.utcb()->exception_handler.raw()))
        halt(thread, vector, frame);
}

void Faults::halt(Tcb& thread, u32 vector, RegisterFrame const& frame) {
    thread.set_hazards(api::hazard_halted);
    if (log) {
        TextBuffer<128> line;
        format(line, "thread {x} halted: {} at {x}", thread.id().raw(),
               arch::exception_name(vector), frame.rip);
        if (vector == u32(Exception::PF)) format(line, ", accessing {x}", arch::read_cr2());
        log->write(log::Log::Level::warning, line.text().bytes());
    }
    dispatcher->settle(nullptr);
}

} // namespace flat::abi
