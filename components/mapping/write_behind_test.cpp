// SPDX-License-Identifier: BSD-2-Clause
// Tests of the thread that has old pages written.
#include <mapping/write_behind.hpp>

#include <fs/host/serving/testing.hpp>
#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::mapping {
namespace {

constexpr u32 read_write = hal::Mmu::read | hal::Mmu::write;

class SomeMappings final : public Mappings {
public:
    using Mappings::Mappings;
};

class SomeWriteBehind final : public WriteBehind {
public:
    using WriteBehind::WriteBehind;
};

class MappingWriteBehind : public ::testing::Test {
protected:
    MappingWriteBehind() { object.use(frames); }
    ~MappingWriteBehind() override { EXPECT_TRUE(mappings.close(object)); }

    /// What the thread does if it is notified.
    void go_on() {
        if (threads.notifications == seen_) return;
        threads.run_server();
        seen_ = threads.notifications;
    }
    void write(u64 page) {
        EXPECT_EQ(mappings.hold(object, page, read_write).value().condition, 0u);
        mappings.let_go(object, page, read_write);
        go_on();
    }
    void pass_ms(u64 ms) {
        for (u64 i = 0; i < ms; ++i) {
            alarms.pass_ms(1);
            go_on();
        }
    }
    usize cleaned() const { return object.cleaned.size(); }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    testing::FakeObject object;
    fs::testing::ServerThreads threads;
    net::testing::TestAlarms alarms;
    SomeMappings mappings{{.mmu = mmu, .objects = objects, .threads = threads, .replacement = {}},
                          {.dirty_max = 8}};
    SomeWriteBehind write_behind{{.pages = mappings, .threads = threads, .alarms = alarms},
                                 {.age_ms = 400, .rounds = 4}};

private:
    u64 seen_ = 0;
};

TEST_F(MappingWriteBehind, a_page_is_written_before_it_is_too_old_and_not_at_once) {
    write(1);
    pass_ms(299);
    EXPECT_EQ(cleaned(), 0u);
    pass_ms(101);
    EXPECT_EQ(cleaned(), 1u);
}

TEST_F(MappingWriteBehind, one_that_becomes_dirty_between_two_looks_is_old_after_as_many_rounds) {
    write(1);
    pass_ms(150);
    write(9);
    pass_ms(250);
    EXPECT_EQ(cleaned(), 1u);
    pass_ms(99);
    EXPECT_EQ(cleaned(), 1u);
    pass_ms(1);
    EXPECT_EQ(cleaned(), 2u);
}

TEST_F(MappingWriteBehind, too_many_are_written_without_time_passing) {
    for (u64 page = 0; page <= 8; ++page)
        write(2 * page);
    EXPECT_EQ(cleaned(), 5u);
}

TEST_F(MappingWriteBehind, no_alarm_is_set_while_nothing_is_dirty) {
    EXPECT_TRUE(alarms.is_idle());
    write(1);
    EXPECT_FALSE(alarms.is_idle());
    pass_ms(1000);
    EXPECT_TRUE(alarms.is_idle());
    write(1);
    pass_ms(1000);
    EXPECT_EQ(cleaned(), 2u);
    EXPECT_TRUE(alarms.is_idle());
}

} // namespace
} // namespace flat::mapping
