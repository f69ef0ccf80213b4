// SPDX-License-Identifier: BSD-2-Clause
// What tests of the kernel's tables have in place of threads, memory and domains.
#pragma once

#include <flat/core/name.hpp>
#include <flat/domain/domain_manager.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

namespace flat::machine::testing {

/// Runs when somebody waits for its end.
class OneThread : public thread::Thread {
public:
    void start(Body& body) override { body_ = &body; }
    void join() override { body_->run(); }
    void release() override {}
    void schedule(u8, u32) override {}
    void* narrow(InterfaceId id) override {
        return id == Thread::interface_id ? static_cast<Thread*>(this) : nullptr;
    }

private:
    Body* body_ = nullptr;
};

class Threads : public thread::ThreadManager {
public:
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::invalid};
    }
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        if (has_memory) return &thread;
        return core::BindingError{core::BindingError::Code::exhausted};
    }
    void yield() override {}
    void exit() override {}
    u64 running() override { return 1; }
    u64 ticket() override { return 0; }
    bool wait(u64, u64) override {
        EXPECT_TRUE(on_wait || gives_up);
        if (on_wait) on_wait();
        return !gives_up;
    }
    void notify(u64) override {}
    void notify_all(u64) override { ++notified; }

    OneThread thread;
    bool has_memory = true;
    bool gives_up = false;         // whoever waits
    std::function<void()> on_wait; // lets others do what the waiting thread waits for
    u32 notified = 0;
};

class Heap : public memory::Allocator {
public:
    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize) override {
        ++pieces;
        return address_of(std::malloc(bytes));
    }
    void free(vaddr address) override {
        --pieces;
        std::free(pointer_to<void>(address));
    }

    u32 pieces = 0;
};

/// A domain that does nothing.
class NoGuest : public hal::UserMode::Guest {
public:
    vaddr program() override { return 0; }
    vaddr handles() override { return 0; }
    vaddr exports() override { return 0; }
    hal::UserMode::Reply call(u32, hal::UserMode::Words const&, vaddr) override { return {}; }
    vaddr show(paddr, u64) override { return 0; }
    void hide(vaddr, u64) override {}
    Result<memory::CodeRegion*, memory::MappingError> take_code(u64, u64) override {
        return memory::MappingError{memory::MappingError::Code::unavailable};
    }
    bool keep() override { return true; }
    void let_go() override {}
    bool page_fault(vaddr, u32) override { return false; }
    vaddr fault(u32, vaddr, vaddr) override { return 0; }
    void refuse(Span<u8 const>) override {}
    void left() override {}
    void ticked(u32) override {}
};

/// Says that whoever calls works for `guest`.
class OneUser : public hal::UserMode {
public:
    void enter(Guest&, vaddr, vaddr) override {}
    Reply call(Guest&, u32, Words const&, vaddr, u32) override { return {}; }
    void leave() override {}
    void expel(Guest&) override {}
    void signal(Guest&, u32, Words const&) override {}
    void admit(Guest&) override {}
    void forget(Guest&) override {}
    Guest* current() override { return guest; }

    Guest* guest = nullptr;
};

class Counts : public domain::DomainManager {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::invalid};
    }
    Result<Top*, core::BindingError> bind(core::Name&, Span<u8 const>) override {
        return core::BindingError{core::BindingError::Code::invalid};
    }
    hal::UserMode::Reply call(u32, u32, hal::UserMode::Words const&, vaddr, u32) override {
        return {};
    }
    void signal(u32, u32, hal::UserMode::Words const&) override {}
    hal::UserMode::Guest* reach(u32) override { return nullptr; }
    OneWayCounts one_way_counts() override { return counts; }
    void count_one_way(OneWayCounts const& more) override {
        counts.delivered += more.delivered;
        counts.dropped += more.dropped;
        counts.lost += more.lost;
    }
    vaddr program(u32) override { return 0; }

    OneWayCounts counts{};
};

} // namespace flat::machine::testing
