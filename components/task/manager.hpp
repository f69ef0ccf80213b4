// SPDX-License-Identifier: BSD-2-Clause
// Makes other domains of the assembly, which are tasks, and releases them, again and again.
#pragma once

#include <core/utility.hpp>
#include <domain/tasks.hpp>
#include <flat/domain/domain.hpp>
#include <task/manager.flat.hpp>

namespace flat::task {

/// It asks the root task, which makes those that the assembly grants this domain
/// (`api.MakingGrant`), and ends them with it.
class Manager : public ManagerComponent, NonCopyable {
public:
    Manager(Ports const& ports, Attributes const& attributes);

    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Pages pages() override;

private:
    /// A domain that has been made, in its slot.
    class Task final : public domain::Domain {
    public:
        void place_in(u64 slot) { slot_ = slot; }

        void start() override;
        u32 join() override;
        u32 outlive() override;
        void release() override;
        void* narrow(InterfaceId id) override;

    private:
        u64 slot_ = 0;
    };

    Task tasks_[::l4::domain_slots_max];
};

} // namespace flat::task
