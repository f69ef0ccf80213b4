// SPDX-License-Identifier: BSD-2-Clause
// The root task of assemblies whose domains are L4 tasks: starts them, serves their faults, and
// ends the machine after the last of them that does something of its own.
#include "domains.hpp"

#include <core/memory.hpp>
#include <l4/abi/io_fpage.hpp>
#include <l4/abi/protocol.hpp>
#include <l4/image.hpp>
#include <l4/interrupts.hpp>
#include <l4/ipc.hpp>
#include <l4/ports.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>
#include <l4/sigma0.hpp>
#include <l4/syscalls.hpp>
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
constexpr unsigned page_size_log2 = 12;

/// sigma0 has cleared it.
flat::Maybe<Word> get_frame() {
    auto const given = l4::request_memory(l4::Fpage::anywhere(page_size_log2));
    if (given.is_error() || given.value().is_nil()) return flat::nothing;
    return given.value().address();
}

void revoke_frame(Word frame) {
    l4::unmap(l4::Fpage::around(frame, page_size_log2, l4::Rights::all));
}

/// Too large for a stack.
constinit Domains all(get_frame, revoke_frame);

/// Lets a thread of a domain report a fault, with an empty answer; if it cannot, the domain is
/// ended. Returns whether there is an answer.
bool fault(Domain& domain, l4::ThreadId thread, Fault const& fault) {
    l4::write_message(0);
    bool const is_reported = domain.report(thread, fault);
    print("warning: domain {}: exception {} at {x}, accessing {x}{}\n", domain.name(), fault.vector,
          fault.instruction, fault.address, is_reported ? "" : ", cannot be reported");
    if (is_reported) return true;
    all.end(domain, killed);
    return false;
}

bool serve_page(Domain& domain, l4::ThreadId thread, MessageTag tag) {
    Word const address = l4::message_word(0);
    Word const instruction = l4::message_word(1);
    auto const page = domain.page(address, l4::PageFault::access(tag), all.frames());
    if (page.is_ok()) {
        l4::write_mapping(page.value());
        return true;
    }
    if (page.error() == NoPage::limit)
        print("warning: domain {} has all the memory that it may have\n", domain.name());
    if (page.error() == NoPage::no_memory)
        print("warning: domain {} gets no memory: there is none left\n", domain.name());
    return fault(domain, thread, {page_fault, instruction, address});
}

/// Lets a domain have the ports that it has accessed, if they have been granted.
bool serve_ports(Domain& domain, l4::ThreadId thread) {
    l4::IoFpage const ports{l4::message_word(0)};
    Word const instruction = l4::message_word(1);
    bool const may = all.grants_of(domain).include(ports);
    if (!may || !l4::request_ports(ports))
        return fault(domain, thread, {general_protection, instruction, 0});
    l4::write_ports(ports);
    return true;
}

/// The answer to a domain that asks to get the interrupts of a line. Another one that gets them
/// would wait for them for ever.
bool serve_line(Domain& domain, Word line) {
    bool const may =
        all.grants_of(domain).include_line(line) && !all.has_line_elsewhere(domain, line);
    bool const gets =
        may && l4::handle_interrupts(static_cast<unsigned>(line), domain.id()).is_ok();
    if (gets) domain.take_line(line);
    l4::write_message(0, gets ? 1 : 0);
    return true;
}

bool serve_grant(Domain& domain, Word number) {
    l4::DomainGrant const grant = all.grants_of(domain).at(number);
    l4::write_message(0, grant.first_port, grant.ports, grant.line);
    return true;
}

/// What domains ask that load code.
bool serve_code(Domain& domain, DomainRequest request) {
    Word const address = l4::message_word(0);
    Word const pages = l4::message_word(1);
    bool const is_executable = l4::message_word(2) != 0;
    Frames& frames = all.frames();
    if (request == DomainRequest::code)
        l4::write_message(0, domain.take_code(l4::message_word(0), frames));
    else if (request == DomainRequest::seal)
        l4::write_message(0, domain.code().seal(address, pages, is_executable, frames));
    else
        l4::write_message(0, domain.code().release(address, pages, frames));
    return true;
}

bool serve_threads(Word place) {
    auto& registers = l4::my_utcb().message_registers;
    unsigned count = 0;
    for (l4::ThreadId next = all.called_at(place); !next.is_nil();
         next = all.called_at(place + count)) {
        registers[++count] = next.raw();
        if (count == l4::Utcb::message_register_count - 1) break;
    }
    registers[0] = MessageTag(0, count).raw();
    return true;
}

bool serve_create(Domain& maker) {
    char name[l4::DomainImage::name_size] = {};
    constexpr unsigned words = sizeof name / sizeof(Word);
    for (unsigned index = 0; index < words; ++index) {
        Word const word = l4::message_word(index);
        memcpy(name + index * sizeof word, &word, sizeof word);
    }
    name[sizeof name - 1] = '\0';
    auto const made = all.create(maker, name);
    if (made.is_ok())
        l4::write_message(0, made.value(), 0);
    else
        l4::write_message(0, 0, made.error());
    return true;
}

/// What is not the maker's, or has not been started, is not waited for.
bool serve_join(Domain& maker, Word slot, Domain::Awaited awaited) {
    Domain* const domain = all.made_by(maker, slot);
    bool const comes = domain && domain->state() != Domain::State::made;
    if (comes && !domain->has_come(awaited)) {
        domain->await(awaited);
        return false;
    }
    l4::write_message(0, comes ? domain->status() : killed);
    return true;
}

/// What domains ask that make others.
bool serve_maker(Domain& maker, DomainRequest request) {
    Word const slot = l4::message_word(0);
    Domain* const domain = all.made_by(maker, slot);
    switch (request) {
    case DomainRequest::create:
        return serve_create(maker);
    case DomainRequest::start:
        l4::write_message(0, domain && domain->state() == Domain::State::made && domain->start());
        return true;
    case DomainRequest::join:
        return serve_join(maker, slot, Domain::Awaited::entry);
    case DomainRequest::outlive:
        return serve_join(maker, slot, Domain::Awaited::end);
    case DomainRequest::release:
        if (domain) all.release(*domain);
        l4::write_message(0);
        return true;
    case DomainRequest::pages:
        l4::write_message(0, all.frames().all(), all.frames().free());
        return true;
    default:
        return false;
    }
}

bool serve_attend(Domain& domain, Word entry, Word stack_end) {
    bool const is_there = domain.attend(entry, stack_end);
    l4::write_message(0, is_there ? 1 : 0);
    return true;
}

bool serve_request(Domain& domain, MessageTag tag) {
    DomainRequest const request{tag.label()};
    switch (request) {
    case DomainRequest::end:
        all.end(domain, l4::message_word(0));
        return false;
    case DomainRequest::serve:
        all.serve(domain);
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
    case DomainRequest::threads:
        return serve_threads(l4::message_word(0));
    case DomainRequest::attend:
        return serve_attend(domain, l4::message_word(0), l4::message_word(1));
    case DomainRequest::memory:
        l4::write_message(0, domain.reserve(l4::message_word(0)));
        return true;
    case DomainRequest::code:
    case DomainRequest::seal:
    case DomainRequest::release_code:
        return serve_code(domain, request);
    default:
        return serve_maker(domain, request);
    }
}

/// Leaves the answer to a message in the message registers; false if there is none.
bool answer(l4::Received const& received) {
    Domain* const domain = all.of(received.from);
    if (!domain) return false;
    l4::ThreadId const from = received.from;
    if (l4::PageFault::is(received.tag)) return serve_page(*domain, from, received.tag);
    if (l4::PortFault::is(received.tag)) return serve_ports(*domain, from);
    if (l4::ExceptionMessage::is(received.tag)) {
        auto const& registers = l4::exception_registers();
        return fault(*domain, from, {registers.vector, registers.rip, 0});
    }
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
    domains::all.start(*images);
    bool has_answer = false;
    ThreadId partner;
    while (domains::all.is_anyone_busy()) {
        auto const received = has_answer ? reply_and_wait(partner) : wait();
        has_answer = received.is_ok() && domains::answer(received.value());
        if (has_answer) partner = received.value().from;
    }
    return domains::all.status();
}
