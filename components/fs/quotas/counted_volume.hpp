// SPDX-License-Identifier: BSD-2-Clause
// What the owners of one file system have, and may have.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <flat/memory/objects.hpp>
#include <fs/nodes/space_rule.hpp>

namespace flat::fs::quotas {

/// Callers hold the file system's lock.
class CountedVolume final : public SpaceRule, NonCopyable {
public:
    using Account = OwnerLimits::Account;

    /// OUT_OF_MEMORY. `ended` gives its memory back.
    static Outcome<CountedVolume*> make(memory::Objects& objects);

    Outcome<void> check(u32 owner, Amount const& more) override;
    void change(u32 owner, Amount const& before, Amount const& after) override;
    void ended() override;

    Outcome<void> set_most(u32 owner, Amount const& most);
    Account account(u32 owner) const;

private:
    /// An owner of whom something is known.
    struct Owner {
        u32 key() const { return number; }

        u32 number;
        Account account;
        TreeLink<Owner> link;
    };

    explicit CountedVolume(memory::Objects& objects) : objects_(objects) {}
    ~CountedVolume() = default;
    Outcome<Owner*> owner_of(u32 number);

    memory::Objects& objects_;
    OrderedTree<Owner, &Owner::link, &Owner::key> owners_;
};

} // namespace flat::fs::quotas
