// SPDX-License-Identifier: BSD-2-Clause
// An object that is given to those who find it by a name or as an offer.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/core/abstract_resource.hpp>
#include <flat/memory/objects.hpp>

namespace flat {

class Served;

/// The memory of objects that are served, and one lock for all counts of their holders.
class ServedStore : NonCopyable {
public:
    /// The witness of the lock.
    struct Counts {};

    explicit ServedStore(memory::Objects& objects) : objects_(objects) {}

    auto lock() { return counts_.lock(); }

    /// With one holder; null without memory. `given` is released with it; null if nobody has given
    /// the target away.
    Served* add(Top& target, InterfaceId type, core::AbstractResource* given);
    /// Takes one hold back. May block, as the target's `release` may.
    void drop(Served& served);

    memory::Objects& objects() { return objects_; }

private:
    memory::Objects& objects_;
    Guarded<Counts> counts_;
};

/// Counts its holders, and narrows to the interface under which its target was exported; so whoever
/// has found it can do what its name or offer says, and nothing else that the target can.
class Served final : public core::AbstractResource, NonCopyable {
public:
    static constexpr InterfaceId id = InterfaceId::of("flat.Served");

    Served(ServedStore& store, Top& target, InterfaceId type, core::AbstractResource* given)
        : store_(store), target_(target), type_(type), given_(given) {}

    void hold(ServedStore::Counts&) { ++holders_; }
    void release() override { store_.drop(*this); }
    void* narrow(InterfaceId wanted) override;

private:
    friend class ServedStore;

    ServedStore& store_;
    Top& target_;
    InterfaceId const type_;
    core::AbstractResource* const given_;
    u32 holders_ = 1;
};

} // namespace flat
