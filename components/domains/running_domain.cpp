// SPDX-License-Identifier: BSD-2-Clause
// One domain beside the kernel's, as a resource.
#include <domains/running_domain.hpp>

#include <core/assert.hpp>
#include <core/format.hpp>
#include <domain/page.hpp>
#include <domains/manager.hpp>
#include <machine/interrupts.hpp>

#include <new>

namespace flat::domains {

namespace {

constexpr u64 report_bytes = 32 * domain::page_size;

} // namespace

Result<void, domain::ProgramError> RunningDomain::build(Span<u8 const> arguments) {
    memory::Frames& frames = *TRY(limited_frames());
    space_ = TRY(manager_.spaces->make(origin_.file, arguments, origin_.calls.digest, frames,
                                       address_of(&program_)));
    manager_.user_mode->admit(*this);
    return make_thread();
}

/// Where its pages come from: of what its origin says, as much as the assembly lets it have.
Result<memory::Frames*, domain::ProgramError> RunningDomain::limited_frames() {
    domain::QuotaLimit* const limit = manager_.limit_of(origin_.image);
    if (!limit) return origin_.frames;
    auto const made = limit->quota_of(*origin_.frames);
    if (made.is_error()) return domain::ProgramError{domain::ProgramError::Code::exhausted};
    quota_ = made.value();
    return quota_;
}

/// The quota counts what there is: what cannot be made is given back at once.
Result<void, domain::ProgramError> RunningDomain::make_thread() {
    constexpr domain::ProgramError exhausted{domain::ProgramError::Code::exhausted};
    auto& quota = manager_.quota;
    if (quota && !quota->take()) return exhausted;
    auto const thread = manager_.threads->create({});
    if (thread.is_error()) {
        if (quota) quota->give_back();
        return exhausted;
    }
    thread_ = narrow_to<thread::Thread>(*thread.value());
    return {};
}

void RunningDomain::serve() {
    if (!space_->can_serve()) return refuse(Text("serves, and has no stacks for calls").bytes());
    machine::InterruptGuard const guard;
    has_served_ = true;
    manager_.choose(origin_.image);
    manager_.threads->notify_all(address_of(this));
}

void RunningDomain::take_down() {
    for (domain::DomainWatcher& watcher : manager_.watchers)
        watcher.leaving(*this);
    if (program_.handles) {
        program_.handles->release_all();
        manager_.objects->free(address_of(program_.handles), sizeof(machine::Handles));
    }
    if (exports_) exports_->abandon();
    if (thread_) {
        thread_->release();
        if (manager_.quota) manager_.quota->give_back();
    }
    if (space_) {
        manager_.user_mode->forget(*this);
        space_->release();
    }
    if (quota_) quota_->release();
}

void RunningDomain::end(u32 status) {
    if (has_ended_) return;
    has_ended_ = true;
    if (exports_) exports_->close();
    status_ = status;
    manager_.choose(origin_.image);
    manager_.user_mode->expel(*this);
    manager_.threads->notify_all(address_of(this)); // those that wait for it to serve
}

void RunningDomain::start() {
    assert(!is_started_);
    is_started_ = true;
    thread_->start(*this);
}

u32 RunningDomain::join() {
    thread_->join();
    return status_;
}

u32 RunningDomain::outlive() {
    thread_->join();
    for (;;) {
        u64 const ticket = manager_.threads->ticket();
        if (!serves() || !manager_.threads->wait(address_of(this), ticket)) return status_;
    }
}

void RunningDomain::release() {
    end(failed);
    // All of its threads leave soon, so the caller waits even where it would give up otherwise.
    for (;;) {
        u64 const ticket = manager_.threads->ticket();
        if (is_left()) break;
        if (!manager_.threads->wait(address_of(this), ticket)) manager_.threads->yield();
    }
    manager_.destroy(*this);
}

/// Whether none of its threads runs any more, and nobody keeps it; then nobody does from now on.
bool RunningDomain::is_left() {
    machine::InterruptGuard const guard;
    return program_.is_idle() && (!is_started_ || has_run_) && keepers_.close();
}

void RunningDomain::run() {
    if (!has_ended_) manager_.user_mode->enter(*this, space_->entry(), space_->stack());
    has_run_ = true;
    manager_.threads->notify_all(address_of(this));
}

vaddr RunningDomain::handles() {
    return address_of(make_table(program_.handles, *manager_.threads));
}

vaddr RunningDomain::exports() {
    hal::UserMode::Guest& guest = *this;
    domain::DomainManager& counts = manager_;
    return address_of(make_table(exports_, guest, *manager_.objects, *manager_.threads,
                                 *manager_.allocator, counts));
}

/// Several of its calls may ask for it at once; one of them makes it.
template<class Table, class... Arguments>
Table* RunningDomain::make_table(Table*& place, Arguments&... arguments) {
    machine::InterruptGuard const guard;
    if (!place) {
        auto const found = manager_.objects->allocate(sizeof(Table));
        if (found.is_ok()) place = new (pointer_to<void>(found.value())) Table(arguments...);
    }
    return place;
}

hal::UserMode::Reply RunningDomain::call(u32 number, hal::UserMode::Words const& words,
                                         vaddr payload) {
    machine::InterruptGuard const guard;
    if (has_ended_) return {};
    return manager_.user_mode->call(*this, number, words, payload, object_limit_ms);
}

void RunningDomain::let_go() {
    machine::InterruptGuard const guard;
    if (keepers_.let_go() && has_ended_) left();
}

bool RunningDomain::page_fault(vaddr address, u32 access) {
    return space_->page_fault(address, access);
}

/// The kit's own images say themselves what it was, with the names that only they have; unless
/// that fails. Of others the kernel says what it can.
vaddr RunningDomain::fault(u32 vector, vaddr instruction, vaddr address) {
    vaddr const handler = has_failed_ ? 0 : space_->fault_handler();
    if (handler != 0) {
        has_failed_ = true;
        if (quota_) allow_report();
        return handler;
    }
    TextBuffer<120> line;
    format(line, "{}: exception {} at {x}, accessing {x}",
           has_failed_ ? "fails while it fails" : "fails", vector, instruction, address);
    manager_.say(*this, line.text());
    end(failed);
    return 0;
}

/// What it takes to say what has failed may be pages that have not been accessed yet.
void RunningDomain::allow_report() {
    u64 const limit = quota_->limit_bytes();
    if (quota_->used_bytes() >= limit)
        manager_.say(*this, Text("has all the memory that it may have"));
    quota_->set_limit(limit + report_bytes);
}

void RunningDomain::refuse(Span<u8 const> why) {
    if (has_ended_) return;
    manager_.say(*this, Text::from_bytes(why));
    end(failed);
}

void RunningDomain::left() {
    manager_.threads->notify_all(address_of(this));
}

/// Wakes those that wait for it to serve, which check how long that has been.
void RunningDomain::ticked(u32 elapsed_us) {
    age_us_ += elapsed_us;
    if (!has_served_) manager_.threads->notify_all(address_of(this));
}

void* RunningDomain::narrow(InterfaceId id) {
    if (id == domain::Domain::interface_id) return static_cast<domain::Domain*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == hal::UserMode::Guest::interface_id) return static_cast<hal::UserMode::Guest*>(this);
    if (id == thread::Thread::Body::interface_id) return static_cast<thread::Thread::Body*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(static_cast<domain::Domain*>(this));
    return nullptr;
}

} // namespace flat::domains
