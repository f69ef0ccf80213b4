// SPDX-License-Identifier: BSD-2-Clause
// Domains beside the kernel's, made from the images that it carries.
#include <domains/manager.hpp>

#include <core/contract/crossing.hpp>
#include <core/format.hpp>
#include <core/machine/first_stack.hpp>
#include <domain/last_resort.hpp>
#include <domains/running_domain.hpp>
#include <machine/interrupts.hpp>
#include <machine/user_memory.hpp>

#include <new>

namespace flat::domains {

using core::BindingError;
using domain::ProgramError;

Manager::Manager(Ports const& ports, Attributes const& attributes)
    : ManagerComponent(ports, attributes) {
    assert(flat_domain_count <= boot::domains_max);
    for (u32 i = 0; i < flat_domain_count; ++i) {
        called_[i] = &nobody_;
        fill_in(flat_domain_calls[i].entries);
    }
    fill_in(basic_calls_);
}

void Manager::fill_in(Call* entries) {
    entries[u64(BasicCall::end)] = {end, this};
    entries[u64(BasicCall::write)] = {write, this};
    entries[u64(BasicCall::yield)] = {yield, this};
    entries[u64(BasicCall::serve)] = {serve, this};
}

Maybe<u32> Manager::find_image(Text name) {
    for (u32 i = 0; i < flat_domain_count; ++i)
        if (name == flat_domains[i].name) return i;
    return nothing;
}

Result<core::AbstractResource*, BindingError> Manager::create(Span<u8 const> hint) {
    Maybe<u32> const image = find_image(Text::from_bytes(hint));
    if (!image) return BindingError{BindingError::Code::invalid};
    boot::Module const& file = flat_domains[*image];
    Origin const origin{file.name, *image, flat_domain_calls[*image],
                        Span<u8 const>(file.begin, file.size_bytes), &*frames};
    auto const made = make(origin, {});
    if (made.is_error()) return BindingError{BindingError::Code::exhausted};
    return made.value();
}

Result<domain::Domain*, ProgramError> Manager::make(Span<u8 const> file, Span<u8 const> calls,
                                                    Span<u8 const> arguments,
                                                    memory::Frames& from) {
    Origin origin{
        first_argument(arguments), Origin::no_image, {basic_calls_, basic_calls, 0}, file, &from};
    if (!calls.is_empty()) {
        Maybe<u32> const image = find_image(Text::from_bytes(calls));
        if (!image) return ProgramError{ProgramError::Code::unknown};
        origin.image = *image;
        origin.calls = flat_domain_calls[*image];
    }
    return TRY(make(origin, arguments));
}

Result<Top*, BindingError> Manager::bind(core::Name&, Span<u8 const>) {
    return BindingError{BindingError::Code::unbindable};
}

Result<RunningDomain*, ProgramError> Manager::make(Origin const& origin, Span<u8 const> arguments) {
    auto const place = objects->allocate(sizeof(RunningDomain));
    if (place.is_error()) return ProgramError{ProgramError::Code::exhausted};
    auto* const domain = new (pointer_to<void>(place.value())) RunningDomain(*this, origin);
    {
        machine::InterruptGuard const guard; // a tick can end any of them
        domains_.push_back(*domain);
    }
    auto const built = domain->build(arguments);
    if (built.is_error()) {
        destroy(*domain);
        return built.error();
    }
    if (!called(origin.image)) choose(origin.image);
    return domain;
}

/// The least of them; null without one.
domain::QuotaLimit* Manager::limit_of(u32 image) {
    domain::QuotaLimit* least = nullptr;
    if (image == Origin::no_image) return least;
    for (domain::QuotaLimit& each : limits)
        if (each.is_for(Text(flat_domains[image].name).bytes()))
            if (!least || each.pages_max() < least->pages_max()) least = &each;
    return least;
}

void Manager::destroy(RunningDomain& domain) {
    {
        machine::InterruptGuard const guard;
        domains_.remove(domain);
        choose(domain.image());
    }
    domain.take_down();
    domain.RunningDomain::~RunningDomain();
    objects->free(address_of(&domain), sizeof(RunningDomain));
}

/// The first one that was made and has not ended; it is called at once when it serves.
void Manager::choose(u32 image) {
    if (image == Origin::no_image) return;
    RunningDomain*& chosen = chosen_[image];
    chosen = nullptr;
    for (RunningDomain& each : domains_)
        if (!chosen && each.image() == image && !each.has_ended()) chosen = &each;
    called_[image] = chosen && chosen->serves() ? &chosen->running_program() : &nobody_;
}

/// Nothing comes in between the look and the call: a domain is released by other threads.
hal::UserMode::Reply Manager::call(u32 image, u32 number, hal::UserMode::Words const& words,
                                   vaddr payload, u32 limit_ms) {
    machine::InterruptGuard const guard;
    RunningDomain* const domain = serving(image, limit_ms);
    if (!domain) return {};
    return user_mode->call(*domain, number, words, payload, limit_ms);
}

void Manager::signal(u32 image, u32 number, hal::UserMode::Words const& words) {
    machine::InterruptGuard const guard;
    auto* const running = static_cast<RunningDomain*>(user_mode->current());
    bool const is_meant = running && running->image() == image;
    RunningDomain* const domain = is_meant ? running : called(image);
    if (domain && !domain->has_ended()) user_mode->signal(*domain, number, words);
}

hal::UserMode::Guest* Manager::reach(u32 image) {
    machine::InterruptGuard const guard;
    RunningDomain* const domain = serving(image, RunningDomain::object_limit_ms);
    return domain && domain->keep() ? domain : nullptr;
}

void Manager::count_one_way(OneWayCounts const& more) {
    machine::InterruptGuard const guard;
    one_way_.delivered += more.delivered;
    one_way_.dropped += more.dropped;
    one_way_.lost += more.lost;
}

/// Waits until there is one, or will be none in time. Interrupts are disabled.
RunningDomain* Manager::serving(u32 image, u32 limit_ms) {
    RunningDomain* waited_for = nullptr;
    u64 since_us = 0;
    for (;;) {
        u64 const ticket = threads->ticket();
        RunningDomain* const domain = called(image);
        if (domain && domain->serves()) [[likely]]
            return domain;
        if (!domain || domain->has_ended()) return nullptr;
        if (domain != waited_for) {
            waited_for = domain;
            since_us = domain->age_us();
        }
        if (domain->age_us() - since_us > u64{limit_ms} * 1000) return nullptr;
        if (!threads->wait(address_of(domain), ticket)) return nullptr;
    }
}

vaddr Manager::program(u32 image) {
    machine::Program* const& place = called_[image];
    return address_of(static_cast<void const*>(&place));
}

RunningDomain* Manager::called(u32 image) const {
    return image == Origin::no_image ? nullptr : chosen_[image];
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
