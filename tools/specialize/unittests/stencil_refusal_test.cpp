// SPDX-License-Identifier: BSD-2-Clause
// What cannot be completed at run time is refused, and code for other machines is made.
#include "loaded_stencil.hpp"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/Endian.h>

#include <set>

namespace specialize {
namespace {

std::variant<Stencil, StencilRefusal>
extracted(std::string const& text, std::string const& triple = "x86_64-unknown-linux-gnu") {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> const module = parsed(context, text, triple);
    return extract(*module, "f");
}

std::string refusal(std::string const& text,
                    std::string const& triple = "x86_64-unknown-linux-gnu") {
    auto const result = extracted(text, triple);
    auto const* const refusal = std::get_if<StencilRefusal>(&result);
    return refusal == nullptr ? "none" : refusal->code;
}

} // namespace

TEST(StencilRefusal, of_functions_that_are_not_defined) {
    EXPECT_EQ(refusal(""), "S0320");
    EXPECT_EQ(refusal("declare void @f()"), "S0320");
}

TEST(StencilRefusal, of_machines_without_patches) {
    EXPECT_EQ(refusal("define void @f() nounwind { ret void }", "riscv64-unknown-linux-gnu"),
              "S0321");
    EXPECT_EQ(refusal("define void @f() nounwind { ret void }", "x86_64-apple-macosx"), "S0321");
}

TEST(StencilRefusal, of_variables_of_a_thread) {
    EXPECT_EQ(refusal(R"(
@mine = internal thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @f() nounwind {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @mine)
  %n = load i32, ptr %p
  ret i32 %n
})"),
              "S0322");
}

TEST(StencilRefusal, of_exceptions) {
    EXPECT_EQ(refusal("declare void @g() define void @f() { call void @g() ret void }"), "S0323");
    EXPECT_EQ(refusal("define void @f() { ret void }"), "none");
}

TEST(StencilRefusal, of_addresses_of_labels) {
    EXPECT_EQ(refusal(R"(
define void @f(ptr %p) nounwind {
  br label %next
next:
  store ptr blockaddress(@f, %next), ptr %p
  ret void
})"),
              "S0324");
}

TEST(StencilRefusal, of_code_before_the_function) {
    EXPECT_EQ(refusal("define void @f() nounwind prefix i32 1 { ret void }"), "S0324");
}

TEST(StencilRefusal, of_assembly_with_symbols_of_its_own) {
    EXPECT_EQ(
        refusal("define void @f() nounwind {\n"
                "call void asm sideeffect \"movl $$outside, %eax\", \"~{eax}\"()\nret void }"),
        "S0325");
}

TEST(StencilTable, takes_the_place_of_its_declaration) {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> const module = parsed(context, R"(
@table = external hidden constant i8
@table.code = internal constant i8 0
define ptr @get() { ret ptr @table }
define void @f() nounwind { ret void })");
    auto const extracted = extract(*module, "f");
    ASSERT_TRUE(std::holds_alternative<Stencil>(extracted));
    llvm::GlobalVariable const& table = add_table(*module, std::get<Stencil>(extracted), "table");
    EXPECT_EQ(module->getNamedGlobal("table"), &table);
    EXPECT_EQ(table.getNumUses(), 1U);
    EXPECT_TRUE(table.hasInitializer() && table.isConstant() && table.hasHiddenVisibility());
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
}

TEST(StencilTable, leaves_the_module_as_it_was_until_then) {
    llvm::LLVMContext context;
    std::string const text = R"(
@flatland_hole_0 = extern_weak dso_local global i8, code_model "large"
@n = internal global i32 1
define internal i32 @f() nounwind {
  %a = load i32, ptr @n
  %b = add i32 %a, trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i32)
  ret i32 %b
})";
    std::unique_ptr<llvm::Module> const module = parsed(context, text);
    std::unique_ptr<llvm::Module> const same = parsed(context, text);
    ASSERT_TRUE(std::holds_alternative<Stencil>(extract(*module, "f")));
    std::string before;
    std::string after;
    llvm::raw_string_ostream(before) << *same;
    llvm::raw_string_ostream(after) << *module;
    EXPECT_EQ(before, after);
}

TEST(StencilMachine, aarch64_reads_holes_and_far_addresses_from_its_table) {
    auto result = extracted(R"(
@flatland_hole_0 = extern_weak dso_local global i8, code_model "large"
@near = internal global i32 1
declare void @far(ptr, i64)
define void @f() nounwind sspreq {
  call void @far(ptr @near, i64 ptrtoint (ptr @flatland_hole_0 to i64))
  ret void
})",
                            "aarch64-unknown-linux-gnu");
    ASSERT_TRUE(std::holds_alternative<Stencil>(result))
        << std::get<StencilRefusal>(result).message;
    auto const& stencil = std::get<Stencil>(result);
    EXPECT_EQ(stencil.machine, llvm::ELF::EM_AARCH64);
    std::set<std::size_t> patched;
    for (FlatlandPatch const& each : stencil.patches) {
        EXPECT_EQ(each.form, flatland_patch_whole);
        patched.insert(each.offset);
    }
    std::set<std::size_t> loaded;
    for (std::size_t at = 0; at < *patched.begin(); at += 4) {
        std::uint32_t const word = llvm::support::endian::read32le(&stencil.code[at]);
        if (word >> 24U == 0x58)
            loaded.insert(at + ((word >> 5U) & 0x7ffffU) * std::size_t{4}); // ldr
    }
    EXPECT_EQ(patched.size(), 5U); // the stack's guard and what it calls, too
    EXPECT_EQ(patched, loaded);
}

} // namespace specialize
