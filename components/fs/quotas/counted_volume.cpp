// SPDX-License-Identifier: BSD-2-Clause
// What the owners of one file system have, and may have.
#include <fs/quotas/counted_volume.hpp>

#include <core/utility.hpp>

#include <new>

namespace flat::fs::quotas {

namespace {

bool is_beyond(u64 used, u64 more, u64 most) {
    return most != 0 && more != 0 && (used > most || more > most - used);
}

/// What was not there does not go either: a disk's `..` may lead to what no name has led to.
u64 changed(u64 used, u64 before, u64 after) {
    return used - min(used, before) + after;
}

} // namespace

Outcome<CountedVolume*> CountedVolume::make(memory::Objects& objects) {
    auto const place = objects.allocate(sizeof(CountedVolume));
    if (place.is_error()) return FsError{FsError::out_of_memory};
    return new (pointer_to<void>(place.value())) CountedVolume(objects);
}

Outcome<void> CountedVolume::check(u32 owner, Amount const& more) {
    Account const& now = TRY(owner_of(owner))->account;
    if (is_beyond(now.used.sectors, more.sectors, now.most.sectors) ||
        is_beyond(now.used.nodes, more.nodes, now.most.nodes))
        return FsError{FsError::over_quota};
    return {};
}

void CountedVolume::change(u32 owner, Amount const& before, Amount const& after) {
    auto const of = owner_of(owner);
    if (of.is_error()) return;
    Amount& used = of.value()->account.used;
    used = {changed(used.sectors, before.sectors, after.sectors),
            changed(used.nodes, before.nodes, after.nodes)};
}

void CountedVolume::ended() {
    while (Owner* const each = owners_.first()) {
        owners_.remove(*each);
        objects_.free(address_of(each), sizeof(Owner));
    }
    memory::Objects& objects = objects_;
    this->~CountedVolume();
    objects.free(address_of(this), sizeof(CountedVolume));
}

Outcome<void> CountedVolume::set_most(u32 owner, Amount const& most) {
    TRY(owner_of(owner))->account.most = most;
    return {};
}

CountedVolume::Account CountedVolume::account(u32 owner) const {
    Owner const* const of = owners_.find(owner);
    return of ? of->account : Account{};
}

Outcome<CountedVolume::Owner*> CountedVolume::owner_of(u32 number) {
    if (Owner* const known = owners_.find(number)) return known;
    auto const place = objects_.allocate(sizeof(Owner));
    if (place.is_error()) return FsError{FsError::out_of_memory};
    auto* const added = new (pointer_to<void>(place.value())) Owner{number, {}, {}};
    owners_.insert(*added);
    return added;
}

} // namespace flat::fs::quotas
