// SPDX-License-Identifier: BSD-2-Clause
// Tests of objects that a domain passes to the kernel.
#include <bindings/syscall/objects.hpp>

#include <core/machine/testing.hpp>
#include <flat/demo/stage.hpp>
#include <flat/demo/tally.hpp>

#include <gtest/gtest.h>

namespace flat::bindings::syscall {
namespace {

using core::AbstractResource;

/// What two interfaces show of one thing.
class Both : public demo::Tally, public demo::Stage, NonCopyable {
public:
    u64 pass(u64 value) override { return value + 1; }
    Result<u64, demo::LedgerError> add(u64 amount) override { return amount; }
    Result<void, demo::LedgerError> hide() override { return {}; }
    void release() override { ++released; }
    void* narrow(InterfaceId id) override {
        if (id == demo::Tally::interface_id) return static_cast<demo::Tally*>(this);
        if (id == demo::Stage::interface_id) return static_cast<demo::Stage*>(this);
        if (id == AbstractResource::interface_id) return static_cast<AbstractResource*>(this);
        return nullptr;
    }

    u32 released = 0;
};

/// A domain that has handles.
class Domain : public machine::testing::NoGuest {
public:
    explicit Domain(machine::Handles& handles) : handles_(handles) {}
    vaddr handles() override { return address_of(&handles_); }

private:
    machine::Handles& handles_;
};

/// The class for a domain's own resources, of which these tests have none.
class Stub : public AbstractResource {
public:
    using Interface = AbstractResource;
    static constexpr u32 first_upcall = 0;
    static constexpr u32 release_upcall = 0;

    struct Ports {};

    Stub(Ports const&, machine::Exports::Entry*, memory::Allocator*) {}
    void release() override {}
    void* narrow(InterfaceId) override { return nullptr; }
};

/// The same for its own tallies.
class TallyStub : public demo::Tally {
public:
    using Interface = demo::Tally;
    static constexpr u32 first_upcall = 0;
    static constexpr u32 release_upcall = 0;

    struct Ports {};

    TallyStub(Ports const&, machine::Exports::Entry*, memory::Allocator*) {}
    Result<u64, demo::LedgerError> add(u64 amount) override { return amount; }
    Result<void, demo::LedgerError> hide() override { return {}; }
    void release() override {}
    void* narrow(InterfaceId) override { return nullptr; }
};

class SyscallObjects : public ::testing::Test {
protected:
    ~SyscallObjects() override { EXPECT_EQ(heap.pieces, 0u); }

    AbstractResource* received(u64 word) { return Received<Stub>(&domain, word, heap).pass_on(); }

    demo::Tally* lent(u64 word) { return Borrowed<TallyStub>(&domain, word, heap).object(); }

    machine::testing::Threads threads;
    machine::testing::Heap heap;
    machine::Handles handles{threads};
    Domain domain{handles};
    Both both;
};

TEST_F(SyscallObjects, a_resource_is_passed_as_what_its_domain_has_and_as_nothing_else) {
    u64 const word = handles.add(static_cast<demo::Tally&>(both));
    AbstractResource* const passed = received(word);
    ASSERT_NE(passed, nullptr);
    EXPECT_EQ(narrow_to<demo::Tally>(*passed), &both);
    EXPECT_EQ(narrow_to<demo::Stage>(*passed), nullptr);
    EXPECT_EQ(narrow_to<AbstractResource>(*passed), passed);
    EXPECT_EQ(narrow_to<Top>(*passed), passed);
    passed->release();
    EXPECT_EQ(both.released, 1u);
}

TEST_F(SyscallObjects, a_resource_that_was_found_is_passed_as_what_its_binding_lists) {
    static constexpr InterfaceId listed[] = {demo::Stage::interface_id, machine::Handles::no_more};
    u64 const word = handles.add(static_cast<AbstractResource&>(both), listed);
    AbstractResource* const passed = received(word);
    ASSERT_NE(passed, nullptr);
    EXPECT_EQ(narrow_to<demo::Tally>(*passed), nullptr);
    EXPECT_EQ(narrow_to<demo::Stage>(*passed), &both);
    passed->release();
    EXPECT_EQ(both.released, 1u);
}

TEST_F(SyscallObjects, what_was_found_is_lent_and_given_as_what_its_binding_lists) {
    static constexpr InterfaceId listed[] = {demo::Tally::interface_id, machine::Handles::no_more};
    static constexpr InterfaceId others[] = {demo::Stage::interface_id, machine::Handles::no_more};
    auto& resource = static_cast<AbstractResource&>(static_cast<demo::Tally&>(both));
    u64 const stage = handles.add(resource, others);
    EXPECT_EQ(lent(stage), nullptr);
    EXPECT_EQ(Received<TallyStub>(&domain, stage, heap).object(), nullptr);
    u64 const tally = handles.add(resource, listed);
    EXPECT_EQ(lent(tally), &both);
    EXPECT_EQ(Received<TallyStub>(&domain, tally, heap).object(), &both);
    EXPECT_EQ(both.released, 1u);
    EXPECT_EQ(handles.count(), 1u);
}

TEST_F(SyscallObjects, what_nobody_holds_is_not_passed) {
    EXPECT_EQ(received(handle_word(5)), nullptr);
    EXPECT_EQ(received(0), nullptr);
}

} // namespace
} // namespace flat::bindings::syscall
