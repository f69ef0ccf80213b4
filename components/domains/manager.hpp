// SPDX-License-Identifier: BSD-2-Clause
// Domains beside the kernel's, made from the images that it carries.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/containers/list.hpp>
#include <core/image/boot_module.hpp>
#include <core/maybe.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <domains/manager.flat.hpp>
#include <domains/running_domain.hpp>
#include <machine/user_program.hpp>

namespace flat::domains {

/// Makes each domain from lower resources: an address space, memory objects with what its file
/// says, a stack, a thread (THINK, section 4.2).
class Manager : public ManagerComponent, NonCopyable {
public:
    /// Fills in what every table of calls begins with.
    Manager(Ports const& ports, Attributes const& attributes);

    using Guest = hal::UserMode::Guest;

    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
    hal::UserMode::Reply call(u32 image, u32 number, hal::UserMode::Words const& words,
                              vaddr payload, u32 limit_ms) override;
    void signal(u32 image, u32 number, hal::UserMode::Words const& words) override;
    Guest* reach(u32 image) override;
    OneWayCounts one_way_counts() override { return one_way_; }
    void count_one_way(OneWayCounts const& more) override;
    vaddr program(u32 image) override;
    Result<domain::Domain*, domain::ProgramError> make(Span<u8 const> file, Span<u8 const> calls,
                                                       Span<u8 const> arguments,
                                                       memory::Frames& frames) override;

private:
    friend class RunningDomain;

    RunningDomain* serving(u32 image, u32 limit_ms);
    Result<RunningDomain*, domain::ProgramError> make(Origin const& origin,
                                                      Span<u8 const> arguments);
    void fill_in(Call* entries);
    static Maybe<u32> find_image(Text name);
    domain::QuotaLimit* limit_of(u32 image);
    void destroy(RunningDomain& domain);
    void say(RunningDomain const& domain, Text what);
    RunningDomain& caller();
    RunningDomain* called(u32 image) const;

    static Answer end(void* self, u64 status, u64, u64, u64, u64);
    static Answer write(void* self, u64 address, u64 bytes, u64, u64, u64);
    static Answer yield(void* self, u64, u64, u64, u64, u64);
    static Answer serve(void* self, u64, u64, u64, u64, u64);

    void choose(u32 image);

    IntrusiveList<RunningDomain, &RunningDomain::link> domains_;
    RunningDomain* chosen_[boot::domains_max] = {};
    /// Of each image, the one that can be called at once; never null.
    machine::Program* called_[boot::domains_max];
    machine::Program nobody_;
    /// What a program can call that is as no domain of the assembly.
    Call basic_calls_[basic_calls];
    OneWayCounts one_way_{};
};

} // namespace flat::domains
