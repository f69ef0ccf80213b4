// SPDX-License-Identifier: BSD-2-Clause
// One domain beside the kernel's, as a resource.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/containers/list.hpp>
#include <core/image/boot_module.hpp>
#include <core/machine/exports.hpp>
#include <core/machine/handles.hpp>
#include <core/machine/keepers.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/domain/domain.hpp>
#include <flat/domain/program_error.hpp>
#include <flat/domain/program_space.hpp>
#include <flat/hal/user_mode.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/quota.hpp>
#include <flat/thread/thread.hpp>
#include <machine/user_program.hpp>

namespace flat::domains {

class Manager;

/// What a domain is made from. It refers to what stays until the domain is released.
struct Origin {
    /// The image of a program that is as no domain of the assembly.
    static constexpr u32 no_image = machine::no_image;

    Text name;
    u32 image;
    Calls calls;
    /// The program, in memory that is physically contiguous and begins on a page.
    Span<u8 const> file;
    /// Where its pages come from.
    memory::Frames* frames;
};

/// What it is made of, what runs in it, and how it has ended.
class RunningDomain final : public domain::Domain,
                            public hal::UserMode::Guest,
                            private thread::Thread::Body,
                            NonCopyable {
public:
    RunningDomain(Manager& manager, Origin const& origin) : manager_(manager), origin_(origin) {
        program_.calls = origin.calls.entries;
        program_.call_count = origin.calls.count;
        program_.guest = this;
        program_.image = origin.image;
    }

    /// How long a call of an object that the domain has lent or given out may take.
    static constexpr u32 object_limit_ms = 1000;

    Text name() const { return origin_.name; }
    u32 image() const { return origin_.image; }

    /// Makes all that it consists of, its first thread included. After a failure `take_down` gives
    /// back what there is. Each of `arguments` ends with a zero.
    Result<void, domain::ProgramError> build(Span<u8 const> arguments);
    /// Gives back all that it had; none of its threads runs any more.
    void take_down();
    /// Ends it, by one of its threads or by somebody else.
    void end(u32 status);

    /// Its first thread has made it ready to be called, and is not needed any more.
    void serve();
    bool serves() const { return has_served_ && !has_ended_; }
    machine::Program& running_program() { return program_; }
    bool has_ended() const { return has_ended_; }
    /// How long it has been there.
    u64 age_us() const { return age_us_; }

    void start() override;
    u32 join() override;
    u32 outlive() override;
    void release() override;

    vaddr program() override { return address_of(&program_); }
    vaddr handles() override;
    vaddr exports() override;
    hal::UserMode::Reply call(u32 number, hal::UserMode::Words const& words,
                              vaddr payload) override;
    vaddr show(paddr base, u64 pages) override { return space_->show(base, pages); }
    void hide(vaddr address, u64 pages) override { space_->hide(address, pages); }
    Result<memory::CodeRegion*, memory::MappingError> take_code(u64 pages, u64 limit) override {
        return space_->take_code(pages, limit);
    }
    bool keep() override { return keepers_.keep(); }
    void let_go() override;
    bool page_fault(vaddr address, u32 access) override;
    vaddr fault(u32 vector, vaddr instruction, vaddr address) override;
    void refuse(Span<u8 const> why) override;
    void left() override;
    void ticked(u32 elapsed_us) override;

    void* narrow(InterfaceId id) override;

    /// The domain's place among all that there are.
    ListLink<RunningDomain> link;

private:
    /// How a domain ends that did what it cannot.
    static constexpr u32 failed = 101;

    void run() override;
    Result<memory::Frames*, domain::ProgramError> limited_frames();
    Result<void, domain::ProgramError> make_thread();
    void allow_report();
    template<class Table, class... Arguments>
    Table* make_table(Table*& place, Arguments&... arguments);
    bool is_left();

    Manager& manager_;
    Origin const origin_;
    machine::Program program_;
    machine::Exports* exports_ = nullptr;
    machine::Keepers keepers_;
    memory::Quota* quota_ = nullptr; // where its pages come from, if the assembly limits them
    domain::ProgramSpace* space_ = nullptr;
    thread::Thread* thread_ = nullptr;
    bool is_started_ = false;
    bool has_served_ = false;
    bool has_run_ = false;
    bool has_ended_ = false;
    bool has_failed_ = false;
    u32 status_ = 0;
    u64 age_us_ = 0;
};

} // namespace flat::domains
