// SPDX-License-Identifier: BSD-2-Clause
extern "C" {
#include "../targets.h"
}

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

class TargetsTest : public testing::Test {
protected:
    void TearDown() override { targets_destroy(&targets); }

    bool read(std::string const& text) {
        std::string const path = testing::TempDir() + "/targets";
        std::FILE* const file = std::fopen(path.c_str(), "w");
        std::fputs(text.c_str(), file);
        std::fclose(file);
        return targets_read(&targets, path.c_str());
    }

    // The name of the class of which memory is, and how many objects; empty: of none.
    std::string class_of(uint64_t count, uint64_t bytes, uint32_t running = 0,
                         bool is_by_module = true) {
        uint64_t objects = 0;
        TargetClass const* const found =
            targets_class_of(&targets, count, bytes, running, is_by_module, &objects);
        return found == nullptr ? "" : std::to_string(objects) + " " + found->name;
    }

    Targets targets{};
};

TEST_F(TargetsTest, a_table_is_read_as_it_is_written) {
    ASSERT_TRUE(read("module 1000 400000 5000 /a folder/program\n"
                     "class 40 1 0 1 0 sample::Pair<int, 3>\n"
                     "entry 0 0 1a2b\n"
                     "allocating 31 0 ff\n"
                     "static 0 0 4000 3 48\n"));
    EXPECT_STREQ(targets.modules[0].path, "/a folder/program");
    EXPECT_EQ(targets.modules[0].file_offset, 0x1000u);
    EXPECT_EQ(targets.modules[0].address, 0x400000u);
    EXPECT_STREQ(targets.classes[0].name, "sample::Pair<int, 3>");
    EXPECT_EQ(targets.classes[0].size_bytes, 40u);
    EXPECT_TRUE(targets.classes[0].has_arrays);
    ASSERT_EQ(targets.function_count, 2u);
    EXPECT_EQ(targets.functions[0].role, function_entry);
    EXPECT_EQ(targets.functions[0].address, 0x1a2bu);
    EXPECT_EQ(targets.functions[1].role, function_allocating);
    EXPECT_EQ(targets.functions[1].number, 31u);
    EXPECT_EQ(targets.statics[0].address, 0x4000u);
    EXPECT_EQ(targets.statics[0].count, 3u);
    EXPECT_EQ(targets.statics[0].stride_bytes, 48u);
}

TEST_F(TargetsTest, lines_that_make_no_sense_are_refused) {
    for (char const* text :
         {"nonsense\n", "module 0 0 9 relative\n", "module 0 /x\n", "class 0 1 0 0 0 A\n",
          "class 8 1 0 0 0\n", "entry 0 0 1\n", "module 0 0 9 /x\nallocating 32 0 1\n",
          "module 0 0 9 /x\nstatic 0 0 1 1 8\n", "module 0 0 9 /x\nentry 0 1 1\n", "\n"}) {
        EXPECT_FALSE(read(text)) << text;
        targets_destroy(&targets);
    }
    EXPECT_FALSE(targets_read(&targets, "/nowhere/targets"));
    EXPECT_FALSE(read("class 8 1 0 0 0 " + std::string(65, 'n') + "\n"));
}

TEST_F(TargetsTest, code_is_a_modules_where_it_was_loaded) {
    ASSERT_TRUE(read("module 0 400000 5000 /a\n"));
    EXPECT_FALSE(targets_have_code(&targets, 0x400000));
    targets.modules[0].is_loaded = true;
    targets.modules[0].base = 0x10000;
    EXPECT_TRUE(targets_have_code(&targets, 0x410000));
    EXPECT_TRUE(targets_have_code(&targets, 0x414fff));
    EXPECT_FALSE(targets_have_code(&targets, 0x415000));
    EXPECT_FALSE(targets_have_code(&targets, 0x40ffff));
}

TEST_F(TargetsTest, memory_is_of_the_class_whose_size_it_has) {
    ASSERT_TRUE(read("class 40 1 0 0 0 Plain\nclass 64 0 0 0 0 Told\nclass 24 1 1 0 0 Flexible\n"
                     "class 1000 1 0 1 0 Arrays\n"));
    EXPECT_EQ(class_of(1, 40), "1 Plain");
    EXPECT_EQ(class_of(5, 40), "5 Plain"); // calloc says how it is meant
    EXPECT_EQ(class_of(1, 64), "1 Flexible");
    EXPECT_EQ(class_of(1, 24), "1 Flexible");
    EXPECT_EQ(class_of(1, 16), "");
    EXPECT_EQ(class_of(1, 40, 0, false), ""); // by the C library, for itself
    EXPECT_EQ(class_of(2, 64), "");
    EXPECT_EQ(class_of(2, 3000), "6 Arrays");
}

TEST_F(TargetsTest, a_class_may_be_allocated_in_some_functions_only) {
    ASSERT_TRUE(read("class 40 1 0 0 6 A\n"));
    EXPECT_EQ(class_of(1, 40), "");
    EXPECT_EQ(class_of(1, 40, 1), "");
    EXPECT_EQ(class_of(1, 40, 4), "1 A");
    EXPECT_EQ(class_of(1, 40, 4, false), "1 A");
    EXPECT_EQ(class_of(1, 40, 3), "1 A");
}

} // namespace
