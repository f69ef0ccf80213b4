// SPDX-License-Identifier: BSD-2-Clause
// Tests of what stands for an object of a partner's, and of what only forwards to it.
#include <bindings/remote/objects.hpp>

#include <cstdlib>
#include <flat/core/abstract_resource.hpp>
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
    void withdraw(u64) override {}
    memory::Allocator& buffers() override { std::abort(); }

    u32 calls = 0;
    u64 now = 1;
};

/// As generated ones are.
class Stub : public core::AbstractResource {
public:
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
