// SPDX-License-Identifier: BSD-2-Clause
// The objects that a partner has been passed, by names that it cannot guess.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <domain/ticks.hpp>
#include <flat/remote/partner.hpp>

namespace flat {

/// At most `places` objects. The lower bits of a name are a place; the others are random, new for
/// each object, and compared when it is used: a name that is old or made up means nothing.
class PassedTable : NonCopyable {
public:
    static constexpr u32 places = 64;

    PassedTable() {
        data_.lock()->random = domain::ticks() ^ address_of(this) ^ 0x9e3779b97f4a7c15;
    }

    /// The name of an object from now on; 0 if all places are taken.
    u64 add(remote::Partner::Passed& object) {
        auto const data = data_.lock();
        for (u64 i = 0; i < places; ++i) {
            Entry& entry = data->entries[i];
            if (entry.object) continue;
            entry.object = &object;
            entry.name = (next(data->random) & random_bits) | (i + 1);
            return entry.name;
        }
        return 0;
    }

    /// What has this name, entered: the caller leaves it. Null if nothing has.
    remote::Partner::Passed* find(u64 name) {
        auto const data = data_.lock();
        Entry* const entry = data->entry(name);
        if (!entry) return nullptr;
        entry->object->enter(); // or it could be removed, and end, before the caller is in it
        return entry->object;
    }

    /// Takes the name away from what has it, which the caller abandons; null if nothing has.
    remote::Partner::Passed* remove(u64 name) {
        auto const data = data_.lock();
        Entry* const entry = data->entry(name);
        return entry ? exchange(*entry, Entry{}).object : nullptr;
    }

    /// Abandons all objects.
    void abandon() {
        for (u32 i = 0; i < places; ++i)
            if (remote::Partner::Passed* const object = take(i)) object->abandon();
    }

private:
    /// Bits 62 and 63 are left to code that passes names on.
    static constexpr u64 random_bits = 0x3fff'ffff'ffff'ff80;

    struct Entry {
        remote::Partner::Passed* object = nullptr;
        u64 name = 0;
    };

    struct Data {
        Entry* entry(u64 name) {
            u64 const place = (name & ~random_bits) - 1;
            if (place >= places || !entries[place].object) return nullptr;
            return entries[place].name == name ? &entries[place] : nullptr;
        }

        Entry entries[places];
        u64 random = 0;
    };

    remote::Partner::Passed* take(u32 place) {
        return exchange(data_.lock()->entries[place], Entry{}).object;
    }

    /// A step of splitmix64 (Steele, Lea and Flood 2014), with the processor's clock in it.
    static u64 next(u64& state) {
        state += 0x9e3779b97f4a7c15 ^ domain::ticks() << 1;
        u64 mixed = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        return mixed ^ mixed >> 31;
    }

    Guarded<Data> data_;
};

} // namespace flat
