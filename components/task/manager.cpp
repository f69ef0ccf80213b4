// SPDX-License-Identifier: BSD-2-Clause
// Makes other domains of the assembly, which are tasks, and releases them, again and again.
#include <task/manager.hpp>

#include <core/panic.hpp>
#include <domain/tasks.hpp>

namespace flat::task {

using core::BindingError;

Manager::Manager(Ports const& ports, Attributes const& attributes)
    : ManagerComponent(ports, attributes) {
    for (u64 slot = 1; slot <= ::l4::domain_slots_max; ++slot)
        tasks_[slot - 1].place_in(slot);
}

Result<Top*, BindingError> Manager::bind(core::Name&, Span<u8 const>) {
    return BindingError{BindingError::unbindable};
}

Result<core::AbstractResource*, BindingError> Manager::create(Span<u8 const> hint) {
    auto const made = domain::make_task(hint);
    if (made.is_ok()) return &tasks_[made.value() - 1];
    return BindingError{made.error() == ::l4::NotMade::exhausted ? BindingError::exhausted
                                                                 : BindingError::unbindable};
}

Manager::Pages Manager::pages() {
    domain::TaskPages const pages = domain::task_pages();
    return {pages.all, pages.free};
}

void Manager::Task::start() {
    if (!domain::start_task(slot_)) panic("task.Manager: a domain is started twice");
}

u32 Manager::Task::join() {
    return domain::join_task(slot_);
}

u32 Manager::Task::outlive() {
    return domain::outlive_task(slot_);
}

void Manager::Task::release() {
    domain::release_task(slot_);
}

void* Manager::Task::narrow(InterfaceId id) {
    if (id == domain::Domain::interface_id) return static_cast<domain::Domain*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::task
