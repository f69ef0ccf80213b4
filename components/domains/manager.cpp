// SPDX-License-Identifier: BSD-2-Clause
// Domains beside the kernel's, made from the images that it carries.
#include <domains/manager.hpp>

#include <core/contract/crossing.hpp>
#include <core/format.hpp>
#include <domain/last_resort.hpp>
#include <domains/running_domain.hpp>
#include <machine/interrupts.hpp>
#include <machine/user_memory.hpp>

#include <new>

namespace flat::domains {

using core::BindingError;

Manager::Manager(Ports const& ports, Attributes const& attributes)
    : ManagerComponent(ports, attributes) {
    assert(flat_domain_count <= boot::domains_max);
    for (u32 i = 0; i < flat_domain_count; ++i) {
        called_[i] = &nobody_;
        Call* const entries = flat_domain_calls[i].entries;
        entries[u64(BasicCall::end)] = {end, this};
        entries[u64(BasicCall::write)] = {write, this};
        entries[u64(BasicCall::yield)] = {yield, this};
        entries[u64(BasicCall::reply)].function =
            reinterpret_cast<decltype(Call::function)>(user_mode->reply_function());
        entries[u64(BasicCall::serve)] = {serve, this};
    }
}

Result<core::AbstractResource*, BindingError> Manager::create(Span<u8 const> hint) {
    Text const name = Text::from_bytes(hint);
    for (u32 i = 0; i < flat_domain_count; ++i)
        if (name == flat_domains[i].name) return TRY(make(i));
    return BindingError{BindingError::Code::invalid};
}

Result<Top*, BindingError> Manager::bind(core::Name&, Span<u8 const>) {
    return BindingError{BindingError::Code::unbindable};
}

Result<RunningDomain*, BindingError> Manager::make(u32 image) {
    BindingError const exhausted{BindingError::Code::exhausted};
    auto const place = objects->allocate(sizeof(RunningDomain));
    if (place.is_error()) return exhausted;
    auto* const domain = new (pointer_to<void>(place.value()))
        RunningDomain(*this, image, flat_domains[image], flat_domain_calls[image]);
    domains_.push_back(*domain);
    if (!domain->build()) {
        destroy(*domain);
        return exhausted;
    }
    if (!called(image)) choose(image);
    return domain;
}

void Manager::destroy(RunningDomain& domain) {
    domains_.remove(domain);
    choose(domain.image());
    domain.take_down();
    domain.RunningDomain::~RunningDomain();
    objects->free(address_of(&domain), sizeof(RunningDomain));
}

/// The first one that was made and has not ended.
void Manager::choose(u32 image) {
    called_[image] = &nobody_;
    for (RunningDomain& each : domains_)
        if (each.image() == image && !each.has_ended()) {
            called_[image] = &each.running_program();
            return;
        }
}

/// Nothing comes in between the look and the call: a domain is released by other threads.
hal::UserMode::Reply Manager::call(u32 image, u32 number, hal::UserMode::Words const& words,
                                   Span<u8> payload, u64 answered) {
    machine::InterruptGuard const guard;
    RunningDomain* const domain = serving(image);
    if (!domain) return {};
    return user_mode->call(*domain, number, words, payload, answered);
}

hal::UserMode::Guest* Manager::reach(u32 image) {
    machine::InterruptGuard const guard;
    RunningDomain* const domain = serving(image);
    if (domain) domain->keep();
    return domain;
}

/// Waits until there is one, or will be none. Interrupts are disabled.
RunningDomain* Manager::serving(u32 image) {
    for (;;) {
        u64 const ticket = threads->ticket();
        RunningDomain* const domain = called(image);
        if (domain && domain->serves()) [[likely]]
            return domain;
        if (!domain || domain->has_ended()) return nullptr;
        threads->wait(address_of(domain), ticket);
    }
}

vaddr Manager::program(u32 image) {
    machine::Program* const& place = called_[image];
    return address_of(static_cast<void const*>(&place));
}

RunningDomain* Manager::called(u32 image) const {
    return static_cast<RunningDomain*>(called_[image]->guest);
}

void Manager::say(RunningDomain const& domain, Text what) {
    if (!log) return;
    TextBuffer<160> line;
    format(line, "domain {} {}", domain.name(), what);
    log->write(log::Log::Level::warning, line.text().bytes());
}

/// The domain that the calling thread works for: only domains have tables of calls.
RunningDomain& Manager::caller() {
    return static_cast<RunningDomain&>(*user_mode->current());
}

Answer Manager::end(void* self, u64 status, u64, u64, u64, u64) {
    machine::enable_interrupts();
    RunningDomain& domain = static_cast<Manager*>(self)->caller();
    if (status != 0) {
        TextBuffer<40> what;
        format(what, "ends with status {}", status);
        static_cast<Manager*>(self)->say(domain, what.text());
    }
    domain.end(static_cast<u32>(status));
    return {};
}

Answer Manager::write(void* self, u64 address, u64 bytes, u64, u64, u64) {
    machine::enable_interrupts();
    char text[basic_write_max];
    Span<char> const room = Span<char>(text).first(min<u64>(bytes, basic_write_max));
    if (machine::copy_from_user(writable_bytes_of(room), address))
        domain::emergency_write(Span<char const>(room));
    else
        static_cast<Manager*>(self)->caller().refuse(Text("shows text that it has not").bytes());
    return {};
}

Answer Manager::yield(void* self, u64, u64, u64, u64, u64) {
    machine::enable_interrupts();
    static_cast<Manager*>(self)->threads->yield();
    return {};
}

Answer Manager::serve(void* self, u64, u64, u64, u64, u64) {
    machine::enable_interrupts();
    auto& manager = *static_cast<Manager*>(self);
    manager.caller().serve();
    manager.user_mode->leave();
    return {};
}

} // namespace flat::domains
