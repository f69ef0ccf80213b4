// SPDX-License-Identifier: BSD-2-Clause
// The root task of assemblies whose domains are L4 tasks: starts them, serves their faults, and
// ends the machine after the last of them that does something of its own.
#include "domain.hpp"
#include "grants.hpp"

#include <core/boot_module.hpp>
#include <l4/abi/io_fpage.hpp>
#include <l4/abi/protocol.hpp>
#include <l4/image.hpp>
#include <l4/interrupts.hpp>
#include <l4/ipc.hpp>
#include <l4/ports.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>
#include <l4/utcb.hpp>

namespace domains {
namespace {

using l4::DomainRequest;
using l4::MessageTag;
using l4::print;
using l4::Word;

constexpr Word killed = 101; // as after a panic
constexpr Word general_protection = 13;
constexpr Word page_fault = 14;

constinit l4::DomainImages const* assembly = nullptr;

/// Too large for a stack.
Domain all[flat::boot::domains_max];
Word count = 0;
Word first_status = 0;

void start_all() {
    for (Word index = 0; index < assembly->count; ++index, ++count)
        if (!all[index].start(assembly->images()[index], index + 1)) {
            print("error: domain {} cannot start\n", assembly->images()[index].name);
            first_status = killed;
        }
}

bool is_anyone_busy() {
    for (Word index = 0; index < count; ++index)
        if (all[index].is_busy()) return true;
    return false;
}

Domain* domain_of(l4::ThreadId thread) {
    for (Word index = 0; index < count; ++index)
        if (all[index].id() == thread) return &all[index];
    return nullptr;
}

void end(Domain& domain, Word status) {
    if (status != 0) print("warning: domain {} ends with status {}\n", domain.name(), status);
    if (first_status == 0) first_status = status;
    domain.end();
}

/// Lets a domain report a fault, with an empty answer; one that cannot is ended. Returns whether
/// there is an answer.
bool fault(Domain& domain, Fault const& fault) {
    l4::write_message(0);
    if (domain.report(fault)) return true;
    print("warning: domain {}: exception {} at {x}, accessing {x}, cannot be reported\n",
          domain.name(), fault.vector, fault.instruction, fault.address);
    end(domain, killed);
    return false;
}

bool serve_page(Domain& domain, MessageTag tag) {
    Word const address = l4::message_word(0);
    Word const instruction = l4::message_word(1);
    auto const page = domain.page(address, l4::PageFault::access(tag));
    if (!page) return fault(domain, {page_fault, instruction, address});
    l4::write_mapping(*page);
    return true;
}

/// Lets a domain have the ports that it has accessed, if they have been granted.
bool serve_ports(Domain& domain) {
    l4::IoFpage const ports{l4::message_word(0)};
    Word const instruction = l4::message_word(1);
    bool const may = Grants(*assembly, domain.place()).include(ports);
    if (!may || !l4::request_ports(ports))
        return fault(domain, {general_protection, instruction, 0});
    l4::write_ports(ports);
    return true;
}

/// The answer to a domain that asks to get the interrupts of a line.
bool serve_line(Domain& domain, Word line) {
    bool const may = Grants(*assembly, domain.place()).include_line(line);
    bool const gets =
        may && l4::handle_interrupts(static_cast<unsigned>(line), domain.id()).is_ok();
    l4::write_message(0, gets ? 1 : 0);
    return true;
}

bool serve_grant(Domain& domain, Word number) {
    l4::DomainGrant const grant = Grants(*assembly, domain.place()).at(number);
    l4::write_message(0, grant.first_port, grant.ports, grant.line);
    return true;
}

bool serve_request(Domain& domain, MessageTag tag) {
    switch (DomainRequest{tag.label()}) {
    case DomainRequest::end:
        end(domain, l4::message_word(0));
        return false;
    case DomainRequest::serve:
        domain.serve();
        l4::write_message(0);
        return true;
    case DomainRequest::fault:
        l4::write_message(0, domain.fault().vector, domain.fault().instruction,
                          domain.fault().address);
        return true;
    case DomainRequest::grant:
        return serve_grant(domain, l4::message_word(0));
    case DomainRequest::line:
        return serve_line(domain, l4::message_word(0));
    }
    return false;
}

/// Leaves the answer to a message in the message registers; false if there is none.
bool answer(l4::Received const& received) {
    Domain* const domain = domain_of(received.from);
    if (!domain) return false;
    if (l4::PageFault::is(received.tag)) return serve_page(*domain, received.tag);
    if (l4::PortFault::is(received.tag)) return serve_ports(*domain);
    if (l4::ExceptionMessage::is(received.tag))
        return fault(*domain, {l4::exception_registers().vector, l4::exception_registers().rip, 0});
    return serve_request(*domain, received.tag);
}

} // namespace
} // namespace domains

flat::u64 l4::program() {
    touch_image();
    Word const place = kernel_interface().boot_info;
    auto const* const images = flat::pointer_to<DomainImages const>(place);
    if (place == 0 || images->magic != DomainImages::magic_value) {
        print("error: the assembly has no domains\n");
        return domains::killed;
    }
    domains::assembly = images;
    domains::start_all();
    bool has_answer = false;
    ThreadId partner;
    while (domains::is_anyone_busy()) {
        auto const received = has_answer ? reply_and_wait(partner) : wait();
        has_answer = received.is_ok() && domains::answer(received.value());
        if (has_answer) partner = received.value().from;
    }
    return domains::first_status;
}
