// SPDX-License-Identifier: BSD-2-Clause
// Tests of data that only the holder of their lock reaches.
#include <core/guarded.hpp>

#include <core/traits.hpp>
#include <core/types.hpp>
#include <machine/interrupts.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

struct Counters {
    u32 first = 1;
    u64 second = 2;
};

template<class T>
concept LeadsToItsData = requires(T& guarded) { *guarded; } || requires(T& guarded) {
    guarded->first;
} || requires(T& guarded) { guarded.data_; };

TEST(Guarded, leads_to_its_data_by_a_guard_only) {
    static_assert(!LeadsToItsData<Guarded<Counters>>);
    Guarded<Counters> counters;
    EXPECT_EQ(counters.lock()->second, 2u);
    {
        auto const guard = counters.lock();
        guard->first = 7;
        EXPECT_EQ((*guard).first, 7u);
    }
    EXPECT_EQ(counters.lock()->first, 7u);
}

TEST(Guarded, holds_the_lock_as_long_as_the_guard_lives) {
    Guarded<Counters> counters;
    machine::enable_interrupts(); // what the lock of one processor excludes
    {
        auto const guard = counters.lock();
        EXPECT_FALSE(machine::interrupts_enabled());
    }
    EXPECT_TRUE(machine::interrupts_enabled());
    machine::disable_interrupts();
}

TEST(Guarded, takes_no_more_than_its_data_where_the_lock_has_none) {
    static_assert(sizeof(Guarded<u64>) == sizeof(u64));
    static_assert(sizeof(Guarded<Counters>) == sizeof(Counters));
}

} // namespace
} // namespace flat
