// SPDX-License-Identifier: BSD-2-Clause
// Tests of a process' descriptors.
#include <unix/descriptors.hpp>

#include <memory/slabs.hpp>
#include <memory/testing.hpp>
#include <unix/plain_file.hpp>

#include <functional>
#include <gtest/gtest.h>

namespace flat::unix {
namespace {

class SomeFile final : public PlainFile<SomeFile> {
public:
    static constexpr Sort sort = Sort::socket;
    using PlainFile::PlainFile;

    u32 poll() override { return 0; }
    void release() override { ++closed; }
    u32 closed = 0;
};

/// Calls somebody before each allocation, or refuses it.
class SeenRecords final : public memory::Objects {
public:
    explicit SeenRecords(memory::Objects& others) : others_(others) {}

    Result<u64, memory::MemoryError> allocate(usize size) override {
        if (before) before();
        if (is_full) return memory::MemoryError{memory::MemoryError::out_of_memory};
        return others_.allocate(size);
    }
    void free(u64 object, usize size) override { others_.free(object, size); }

    std::function<void()> before;
    bool is_full = false;

private:
    memory::Objects& others_;
};

class UnixDescriptors : public ::testing::Test {
protected:
    memory::testing::FakeFrames frames;
    memory::Slabs slabs{{.frames = frames}, {}};
    SeenRecords records{slabs};
    SomeFile file{records};
};

TEST_F(UnixDescriptors, who_shares_a_file_keeps_it_before_its_number_is_there) {
    Descriptors table(records);
    OpenDescription* const open = OpenDescription::make(records, file, 0);
    ASSERT_EQ(table.add(*open).value(), 0u);
    u32 keepers = 0;
    records.before = [&] {
        EXPECT_EQ(table.find(100), nullptr);
        keepers = open->keepers();
    };
    EXPECT_EQ(table.share(*open, 100, false).value(), 100u); // the table grows for it
    EXPECT_EQ(keepers, 2u);
    EXPECT_TRUE(table.close(0));
    EXPECT_EQ(file.closed, 0u);
    EXPECT_TRUE(table.close(100));
    EXPECT_EQ(file.closed, 1u);
}

TEST_F(UnixDescriptors, a_number_that_has_another_file_by_now_stays_open) {
    Descriptors table(records);
    SomeFile others{records};
    OpenDescription* const open = OpenDescription::make(records, file, 0);
    OpenDescription* const other = OpenDescription::make(records, others, 0);
    u32 const number = table.share(*open, 0, false).value();
    EXPECT_TRUE(table.close(number)); // by another thread, which uses the number at once
    ASSERT_EQ(table.add(*other).value(), number);
    table.close_of(number, *open);
    EXPECT_EQ(table.find(number), other);
    table.close_of(number, *other);
    EXPECT_EQ(table.find(number), nullptr);
    EXPECT_EQ(others.closed, 1u);
    open->let_go();
    EXPECT_EQ(file.closed, 1u);
}

TEST_F(UnixDescriptors, who_gets_no_number_keeps_nothing) {
    Descriptors table(records);
    OpenDescription* const open = OpenDescription::make(records, file, 0);
    ASSERT_EQ(table.add(*open).value(), 0u);
    records.is_full = true;
    EXPECT_EQ(table.share(*open, 100, false).error(), Errno::emfile);
    EXPECT_EQ(open->keepers(), 1u);
    EXPECT_TRUE(table.close(0));
    EXPECT_EQ(file.closed, 1u);
}

} // namespace
} // namespace flat::unix
