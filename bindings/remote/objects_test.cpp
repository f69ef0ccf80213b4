// SPDX-License-Identifier: BSD-2-Clause
// Tests of what stands for an object of a partner's, and of what only forwards to it.
#include <bindings/remote/objects.hpp>

#include <core/calls/passed_table.hpp>
#include <core/memory.hpp>
#include <cstdlib>
#include <flat/core/abstract_resource.hpp>
#include <flat/demo/tally.hpp>
#include <functional>
#include <gtest/gtest.h>

namespace flat::bindings::remote {
namespace {

/// A partner that counts what it is asked.
class Silent : public Partner {
public:
    Result<usize, RemoteError> call(u64, u32, Span<u8 const>, Span<u8>) override {
        ++calls;
        return malformed;
    }
    u64 generation() override { return now; }
    u64 pass(Passed&) override { return 0; }
    Passed* passed(u64) override { return nullptr; }
    Passed* withdraw(u64) override { return nullptr; }
    memory::Allocator& buffers() override { std::abort(); }

    u32 calls = 0;
    u64 now = 1;
};

/// As generated ones are.
class Stub : public core::AbstractResource {
public:
    using Interface = core::AbstractResource;

    explicit Stub(Far const& far) : far_(far) { far_.stub = this; }

    void release() override {}
    void* narrow(InterfaceId id) override { return id == far_id ? &far_ : nullptr; }

private:
    Far far_;
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

/// A partner with memory and a table.
class Known : public Partner {
public:
    Result<usize, RemoteError> call(u64, u32, Span<u8 const>, Span<u8>) override {
        return usize{0};
    }
    u64 generation() override { return 1; }
    u64 pass(Passed& object) override { return table_.add(object); }
    Passed* passed(u64 name) override { return table_.find(name); }
    Passed* withdraw(u64 name) override {
        if (auto const before = exchange(before_withdrawn, nullptr)) before(*this, name);
        return table_.remove(name);
    }
    memory::Allocator& buffers() override { return memory_; }

    /// What another thread does in between; once.
    std::function<void(Known&, u64 name)> before_withdrawn;
    u32 freed = 0;

private:
    class Memory : public memory::Allocator {
    public:
        explicit Memory(u32& freed) : freed_(freed) {}

    private:
        Result<vaddr, memory::MemoryError> allocate(usize bytes, usize) override {
            return address_of(std::malloc(bytes));
        }
        void free(vaddr address) override {
            ++freed_;
            std::free(pointer_to<void>(address));
        }

        u32& freed_;
    };

    Memory memory_{freed};
    PassedTable table_;
};

class Sum : public demo::Tally {
public:
    Result<u64, demo::LedgerError> add(u64 amount) override { return sum_ += amount; }
    Result<void, demo::LedgerError> hide() override { return {}; }
    void release() override { ++releases; }
    void* narrow(InterfaceId id) override {
        if (id == core::AbstractResource::interface_id)
            return static_cast<core::AbstractResource*>(this);
        return id == demo::Tally::interface_id ? static_cast<demo::Tally*>(this) : nullptr;
    }

    u32 releases = 0;

private:
    u64 sum_ = 0;
};

/// Holds a sum, and narrows to it, as what a name server returns does.
class Holder : public core::AbstractResource {
public:
    explicit Holder(Sum& sum) : sum_(sum) {}

    void release() override { ++releases; }
    void* narrow(InterfaceId id) override {
        if (id == core::AbstractResource::interface_id)
            return static_cast<core::AbstractResource*>(this);
        return sum_.narrow(id);
    }

    u32 releases = 0;

private:
    Sum& sum_;
};

/// What generated classes of objects of ours do.
template<class Object>
class Ours final : public Own<Object> {
public:
    using Own<Object>::Own;

    u64 type() override { return 0; }
    Result<usize, RemoteError> answer(u32, Partner&, Span<u8 const> request, Span<u8>) override {
        u64 name;
        memcpy(&name, request.data(), sizeof name);
        return this->released(name);
    }
    void* narrow(InterfaceId id) override {
        if (id == core::AbstractResource::interface_id) return this->hold();
        return id == Object::interface_id ? static_cast<Object*>(this->object()) : nullptr;
    }
};

using OurTally = Ours<demo::Tally>;
using OurResource = Ours<core::AbstractResource>;

/// The partner's release of what has this name; whether it was one.
bool release(Known& partner, u64 name) {
    Partner::Passed* const passed = partner.passed(name);
    Use const use(passed);
    return passed && passed->answer(0, partner, bytes_of(Span<u64 const>(&name, 1)), {}).is_ok();
}

/// Whether something has this name.
bool has(Known& partner, u64 name) {
    Use const use(partner.passed(name));
    return use.is_there();
}

/// Gives a holder away as what it turns out to be; its name.
u64 give(Known& partner, Holder& holder) {
    Given<OurTally, OurResource> given(partner, &holder);
    EXPECT_TRUE(given.is_there());
    EXPECT_EQ(given.type(), 0u);
    given.arrive();
    return given.word();
}

TEST(RemoteObjects, go_as_the_first_listed_interface_that_they_have) {
    Known partner;
    Sum sum;
    Silent other;
    Stub nothing_listed(Far{&other, 5, nullptr});
    {
        Given<OurTally, OurResource> as_tally(partner, &sum);
        Given<OurTally, OurResource> as_resource(partner, &nothing_listed);
        EXPECT_EQ(as_tally.type(), 0u);
        EXPECT_EQ(as_resource.type(), 1u);
    }
    EXPECT_EQ(sum.releases, 1u) << "it has not arrived";
}

TEST(RemoteObjects, are_released_by_what_holds_them) {
    Known partner;
    Sum sum;
    Holder holder(sum);
    u64 const name = give(partner, holder);
    {
        Partner::Passed* const passed = partner.passed(name);
        Use const use(passed);
        EXPECT_EQ(narrow_to<demo::Tally>(*passed), &sum);
        EXPECT_TRUE(release(partner, name));
        EXPECT_EQ(holder.releases, 0u) << "it is used";
    }
    EXPECT_EQ(holder.releases, 1u);
    EXPECT_EQ(sum.releases, 0u);
    EXPECT_FALSE(has(partner, name));
    EXPECT_EQ(partner.freed, 1u);
}

void release_it(Known& partner, u64 name) {
    EXPECT_TRUE(release(partner, name));
}

TEST(RemoteObjects, end_once_if_they_are_released_while_what_has_not_arrived_is_withdrawn) {
    Known partner;
    Sum sum;
    partner.before_withdrawn = release_it;
    {
        Given<OurTally> given(partner, &sum);
        ASSERT_TRUE(given.is_there());
    }
    EXPECT_EQ(sum.releases, 1u);
    EXPECT_EQ(partner.freed, 1u);
}

TEST(RemoteObjects, end_once_if_they_are_released_while_they_come_back) {
    Known partner;
    Sum sum;
    Holder holder(sum);
    u64 const name = give(partner, holder);
    partner.before_withdrawn = release_it;
    EXPECT_EQ(Received<Stub>(partner, name | is_yours).object(), nullptr);
    EXPECT_EQ(holder.releases, 1u);
    EXPECT_EQ(partner.freed, 1u);
}

TEST(RemoteObjects, end_once_if_two_release_them) {
    Known partner;
    Sum sum;
    Holder holder(sum);
    u64 const name = give(partner, holder);
    partner.before_withdrawn = release_it;
    EXPECT_FALSE(release(partner, name));
    EXPECT_EQ(holder.releases, 1u);
    EXPECT_EQ(partner.freed, 1u);
}

TEST(RemoteObjects, stay_while_they_are_borrowed) {
    Known partner;
    Sum sum;
    Holder holder(sum);
    u64 const name = give(partner, holder);
    struct TallyStub : Sum {
        using Interface = demo::Tally;
        explicit TallyStub(Far const&) {}
    };
    {
        Borrowed<TallyStub> const borrowed(partner, name | is_yours);
        EXPECT_TRUE(release(partner, name));
        EXPECT_EQ(borrowed.object(), &sum);
        EXPECT_EQ(holder.releases + partner.freed, 0u);
    }
    EXPECT_EQ(holder.releases, 1u);
    EXPECT_EQ(partner.freed, 1u);
}

TEST(RemoteObjects, say_whether_they_stand_for_those_of_partners) {
    Known partner;
    Silent other;
    Sum sum;
    Stub stub(Far{&other, 5, nullptr});
    EXPECT_FALSE(OurTally(sum, partner).is_far());
    EXPECT_TRUE(OurResource(stub, partner).is_far());
    EXPECT_TRUE(OurTally(sum, partner, nullptr, &stub).is_far());
}

TEST(RemoteObjects, come_back_as_what_holds_them_and_as_nothing_else) {
    Known partner;
    Sum sum;
    Holder holder(sum);
    u64 const name = give(partner, holder);
    {
        Received<Stub> none(partner, name, 1); // there is no such class
        EXPECT_EQ(none.object(), nullptr);
    }
    struct TallyStub : Sum {
        using Interface = demo::Tally;
        explicit TallyStub(Far const&) {}
    };
    EXPECT_EQ(Received<TallyStub>(partner, name | is_yours).object(), nullptr);
    EXPECT_EQ(Borrowed<TallyStub>(partner, name | is_yours).object(), &sum);
    EXPECT_TRUE(has(partner, name));
    EXPECT_EQ(Received<Stub>(partner, name | is_yours).pass_on(), &holder);
    EXPECT_FALSE(has(partner, name));
    EXPECT_EQ(holder.releases + sum.releases, 0u);
}

TEST(RemoteObjects, are_known_by_their_own_partner_only) {
    Silent partner, other;
    Stub stub(Far{&partner, 5, nullptr});
    ASSERT_NE(far_of(stub, partner), nullptr);
    EXPECT_EQ(far_of(stub, partner)->name, 5u);
    EXPECT_EQ(far_of(stub, other), nullptr);
}

TEST(RemoteObjects, are_nothing_to_whoever_comes_after_their_partner) {
    Silent partner;
    Far const far{&partner, 5, nullptr};
    Stub stub(far);
    EXPECT_EQ(far.call(1, 2, {}, {}).error().code, RemoteError::Code::malformed);
    EXPECT_EQ(partner.calls, 1u);
    partner.now = 2;
    EXPECT_EQ(far.call(1, 2, {}, {}).error().code, RemoteError::Code::unreachable);
    EXPECT_EQ(partner.calls, 1u);
    EXPECT_EQ(far_of(stub, partner), nullptr); // or it would pass for an object of the successor's
}

TEST(RemoteObjects, are_not_those_that_forward_their_identities) {
    Silent partner;
    Stub stub(Far{&partner, 5, nullptr});
    Forwarder forwarder(stub);
    ASSERT_NE(forwarder.narrow(far_id), nullptr);
    EXPECT_EQ(far_of(forwarder, partner), nullptr);
}

} // namespace
} // namespace flat::bindings::remote
