// SPDX-License-Identifier: BSD-2-Clause
#include <core/machine/exports.hpp>

#include <core/machine/testing.hpp>
#include <flat/core/abstract_resource.hpp>

#include <gtest/gtest.h>

namespace flat::machine {
namespace {

using Reply = hal::UserMode::Reply;
using Words = hal::UserMode::Words;

/// A domain that counts what it is called for.
class Domain : public testing::NoGuest {
public:
    Reply call(u32 number, Words const& words, vaddr) override {
        ++calls;
        last_number = number;
        last_word = words.a;
        return {true, 0, 0};
    }
    bool keep() override {
        ++kept;
        return true;
    }
    void let_go() override { --kept; }

    u32 calls = 0;
    u32 kept = 0;
    u32 last_number = 0;
    u64 last_word = 0;
};

class Objects : public memory::Objects {
public:
    Result<vaddr, memory::MemoryError> allocate(usize) override {
        ++pieces;
        return address_of(room_);
    }
    void free(vaddr, usize) override { --pieces; }

    u32 pieces = 0;

private:
    alignas(64) u8 room_[sizeof(Exports)];
};

/// As generated ones are.
class Stub : public core::AbstractResource {
public:
    using Interface = core::AbstractResource;
    static constexpr u32 first_upcall = 7;
    struct Ports {};

    Stub(Ports const&, Exports::Entry* entry) : entry_(entry) {}

    void release() override { entry_->release(first_upcall); }
    void* narrow(InterfaceId id) override { return id == export_id ? entry_ : nullptr; }

    Exports::Entry* entry() { return entry_; }

private:
    Exports::Entry* const entry_;
};

/// Forwards every identity, as a name server's object does that of its type.
class Forwarder : public core::AbstractResource {
public:
    explicit Forwarder(core::AbstractResource& target) : target_(target) {}

    void release() override {}
    void* narrow(InterfaceId id) override { return target_.narrow(id); }

private:
    core::AbstractResource& target_;
};

Exports::Entry& entry_of(core::AbstractResource& stub) {
    return *static_cast<Stub&>(stub).entry();
}

class ExportsOfADomain : public ::testing::Test {
protected:
    ExportsOfADomain()
        : exports(*new(pointer_to<void>(objects.allocate(sizeof(Exports)).value()))
                      Exports(domain, objects, threads, heap, counts)) {}

    Domain domain;
    Objects objects;
    testing::Threads threads;
    testing::Heap heap;
    testing::Counts counts;
    Exports& exports;
};

TEST_F(ExportsOfADomain, CallTheDomainWithItsOwnWordUntilTheLastRelease) {
    core::AbstractResource* const stub = exports.hold<Stub>({0x1000});
    EXPECT_EQ(exports.hold<Stub>({0x1000}), stub);
    EXPECT_NE(exports.hold<Stub>({0x2000}), stub);
    EXPECT_TRUE(entry_of(*stub).call(3, {entry_of(*stub).word(), 0, 0, 0, 0}).is_reached);
    EXPECT_EQ(domain.last_number, 3u);
    EXPECT_EQ(domain.last_word, 0x1000u);
    stub->release();
    EXPECT_EQ(domain.last_number, 7u);
    EXPECT_EQ(exports.count(), 2u);
    stub->release();
    EXPECT_EQ(domain.calls, 3u);
    EXPECT_EQ(exports.count(), 1u);
    EXPECT_FALSE(entry_of(*stub).call(3, {}).is_reached);
    stub->release(); // once too often
    EXPECT_EQ(domain.calls, 3u);
}

TEST_F(ExportsOfADomain, EndAHoldOfWhatIsReleasedInPlaceOfWhatIsCalled) {
    core::AbstractResource* const stub = exports.hold<Stub>({0x1000, 0x2000, 21});
    EXPECT_EQ(exports.hold<Stub>({0x1000, 0x2000, 21}), stub);
    EXPECT_NE(exports.hold<Stub>({0x1000}), stub); // has a hold of its own
    EXPECT_NE(exports.hold<Stub>({0x1000, 0x3000, 21}), stub);
    EXPECT_EQ(entry_of(*stub).word(), 0x1000u);
    stub->release();
    EXPECT_EQ(domain.last_number, 21u);
    EXPECT_EQ(domain.last_word, 0x2000u);
    EXPECT_EQ(exports.count(), 3u);
    // The domain gets a handle of it: what it released by that word would be another hold.
    EXPECT_EQ(Exports::word_of(*stub, domain, Stub::Interface::interface_id), 0u);
    stub->release();
    EXPECT_EQ(exports.count(), 2u);
}

TEST_F(ExportsOfADomain, CallNothingThatIsNoLongerLent) {
    core::AbstractResource* const stub = exports.lend<Stub>(0x1000);
    EXPECT_NE(exports.lend<Stub>(0x1000), stub);
    EXPECT_TRUE(entry_of(*stub).call(3, {}).is_reached);
    stub->release(); // of what is not held
    EXPECT_EQ(domain.calls, 1u);
    exports.end_lending(*stub);
    EXPECT_FALSE(entry_of(*stub).call(3, {}).is_reached);
    EXPECT_FALSE(entry_of(*stub).post(nullptr, {}));
    EXPECT_EQ(entry_of(*stub).reach(), nullptr);
    EXPECT_EQ(exports.count(), 1u);
}

TEST_F(ExportsOfADomain, KnowTheirDomainsOwnObjects) {
    Domain other;
    core::AbstractResource* const stub = exports.hold<Stub>({0x1000});
    InterfaceId const type = core::AbstractResource::interface_id;
    EXPECT_EQ(Exports::word_of(*stub, domain, type), 0x1000u);
    EXPECT_EQ(Exports::word_of(*stub, domain, Top::interface_id), 0u);
    EXPECT_EQ(Exports::word_of(*stub, other, type), 0u);
    Exports::give_back(*stub);
    EXPECT_EQ(exports.count(), 0u);
    EXPECT_EQ(domain.calls, 0u);
}

TEST_F(ExportsOfADomain, TakeNobodyForAStubThatForwardsItsIdentities) {
    Forwarder forwarder(*exports.hold<Stub>({0x1000}));
    EXPECT_NE(forwarder.narrow(export_id), nullptr);
    EXPECT_EQ(Exports::word_of(forwarder, domain, core::AbstractResource::interface_id), 0u);
    EXPECT_EQ(exports.count(), 1u);
}

TEST_F(ExportsOfADomain, HaveRoomForSoManyAndUseAPlaceAgainAsLateAsCanBe) {
    core::AbstractResource* const first = exports.hold<Stub>({0x10});
    first->release();
    for (u64 i = 1; i < Exports::entries_max; ++i)
        EXPECT_NE(exports.hold<Stub>({0x1000 * i}), first);
    EXPECT_EQ(exports.lend<Stub>(0x10), first);
    EXPECT_EQ(exports.hold<Stub>({0x20}), nullptr);
    EXPECT_EQ(exports.lend<Stub>(0x20), nullptr);
}

bool told(void* object, u64 const* words) {
    auto& stub = *static_cast<core::AbstractResource*>(object);
    return entry_of(stub).call(5, {entry_of(stub).word(), words[0], 0, 0, 0}).is_reached;
}

TEST_F(ExportsOfADomain, AreNotReleasedBeforeTheCallsThatCameFirst) {
    core::AbstractResource* const stub = exports.hold<Stub>({0x1000});
    u64 const word = 9;
    EXPECT_TRUE(entry_of(*stub).post(told, Span<u64 const>(&word, 1)));
    EXPECT_EQ(domain.calls, 0u);
    threads.on_wait = [&] {
        threads.on_wait = nullptr;
        exports.abandon(); // makes what is left
    };
    stub->release();
    EXPECT_EQ(counts.counts.lost, 1u); // the domain was gone
    EXPECT_EQ(domain.calls, 0u);
    EXPECT_EQ(objects.pieces, 0u);
}

TEST_F(ExportsOfADomain, KeepThePlaceOfACallThatIsStillToBeMade) {
    core::AbstractResource* const stub = exports.hold<Stub>({0x1000});
    u64 const word = 9;
    EXPECT_TRUE(entry_of(*stub).post(told, Span<u64 const>(&word, 1)));
    threads.gives_up = true; // so the release does not wait
    stub->release();
    EXPECT_EQ(domain.last_number, 7u);
    EXPECT_EQ(exports.count(), 1u);
    for (u64 i = 1; i < Exports::entries_max; ++i)
        EXPECT_NE(exports.hold<Stub>({0x2000 * i}), stub);
    EXPECT_EQ(exports.lend<Stub>(0x10), nullptr);
    exports.abandon();
    EXPECT_EQ(counts.counts.lost, 1u);
    EXPECT_EQ(exports.count(), Exports::entries_max - 1);
}

TEST_F(ExportsOfADomain, OutliveTheDomainWhileSomethingIsHeld) {
    core::AbstractResource* const stub = exports.hold<Stub>({0x1000});
    EXPECT_EQ(entry_of(*stub).reach(), &domain);
    EXPECT_EQ(domain.kept, 1u);
    exports.close();
    EXPECT_EQ(entry_of(*stub).reach(), nullptr);
    exports.abandon();
    EXPECT_EQ(objects.pieces, 1u);
    EXPECT_FALSE(entry_of(*stub).call(3, {}).is_reached);
    stub->release();
    EXPECT_EQ(objects.pieces, 0u);
    EXPECT_EQ(domain.calls, 0u);
}

} // namespace
} // namespace flat::machine
