// SPDX-License-Identifier: BSD-2-Clause
// From exception vectors to messages.
#include <abi/faults.hpp>

#include <api/encodings.hpp>
#include <core/format.hpp>
#include <core/machine/panic_at.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/utility.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>
#include <object/space.hpp>
#include <x86_64/exceptions.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/port_access.hpp>

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
    if (vector == u32(Exception::GP) && port_fault(thread, frame)) return;
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

bool Faults::port_fault(Tcb& thread, RegisterFrame const& frame) {
    u8 code[arch::instruction_bytes_max];
    usize const bytes = read_code(thread, frame.rip, code);
    auto const access = arch::port_access({code, bytes}, static_cast<u16>(frame.rdx));
    constexpr u32 last_port = 0xffff;
    if (!access || access->last() > last_port) return false;
    Space& space = *thread.space();
    if (io_ports->admit(space, access->first, access->last())) return true;
    if (io_ports->has(space, access->first, access->last())) return false;
    // Ports that are not aligned are in no flexpage together: they are asked for one by one.
    u32 port = access->first;
    u32 size_log2 = access->count / 2;
    if (port % access->count != 0) {
        size_log2 = 0;
        while (io_ports->has(space, port, port))
            ++port;
    }
    u64 const asked = api::IoFpage::around(port, size_log2).raw();
    if (!ipc->report(thread, thread.utcb()->pager.raw(), api::PortFault::label, asked, frame.rip))
        halt(thread, u32(Exception::GP), frame);
    return true;
}

usize Faults::read_code(Tcb& thread, vaddr address, Span<u8> code) {
    usize bytes = 0;
    while (bytes < code.size()) {
        auto const piece = spaces->access(*thread.space(), address + bytes, hal::Mmu::execute);
        if (piece.is_error()) break;
        usize const count = min<usize>(piece.value().bytes, code.size() - bytes);
        memcpy(code.data() + bytes, machine::physical_to_virtual(piece.value().physical), count);
        bytes += count;
    }
    return bytes;
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
