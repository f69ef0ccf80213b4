// SPDX-License-Identifier: BSD-2-Clause
#include <rewrite/text/files.hpp>
#include <rewrite/tool/plan_dependency.hpp>

#include <gtest/gtest.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>

namespace rewrite {
namespace {

std::string with_dependency(std::string const& before, std::string const& file) {
    llvm::SmallString<64> path;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("dependencies", "d", path));
    llvm::FileRemover const remover(path);
    Diagnostics diagnostics;
    EXPECT_TRUE(write_text(path.str().str(), before, diagnostics));
    add_dependency(path.str().str(), file);
    return read_text(path.str().str(), diagnostics).value_or("");
}

TEST(Dependencies, a_rule_is_added_once) {
    std::string const once = with_dependency("x.o: x.cc \\\n x.hpp\n", "plan.json");
    EXPECT_EQ(once, "x.o: x.cc \\\n x.hpp\nx.o: plan.json\n");
    EXPECT_EQ(with_dependency(once, "plan.json"), once);
}

TEST(Dependencies, names_are_written_as_make_reads_them) {
    EXPECT_EQ(with_dependency("x.o: x.cc", "a b$c#d"), "x.o: x.cc\nx.o: a\\ b$$c\\#d\n");
}

TEST(Dependencies, another_form_is_left_alone) {
    EXPECT_EQ(with_dependency("nothing of that kind", "plan.json"), "nothing of that kind");
}

TEST(Files, a_file_that_would_not_change_is_not_touched) {
    llvm::SmallString<64> path;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("files", "json", path));
    llvm::FileRemover const remover(path);
    Diagnostics diagnostics;
    ASSERT_TRUE(write_text(path.str().str(), "text", diagnostics));
    llvm::sys::fs::file_status before;
    llvm::sys::fs::file_status after;
    ASSERT_FALSE(llvm::sys::fs::status(path, before));
    ASSERT_TRUE(write_text(path.str().str(), "text", diagnostics));
    ASSERT_FALSE(llvm::sys::fs::status(path, after));
    EXPECT_EQ(before.getUniqueID(), after.getUniqueID());
    EXPECT_EQ(before.getLastModificationTime(), after.getLastModificationTime());
    EXPECT_FALSE(write_text("/nowhere/at/all", "text", diagnostics));
    EXPECT_EQ(diagnostics.all().back().code, "C0111");
}

} // namespace
} // namespace rewrite
