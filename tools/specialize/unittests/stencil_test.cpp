// SPDX-License-Identifier: BSD-2-Clause
// Functions with holes, extracted and completed in this process, do what they do with constants.
#include "loaded_stencil.hpp"

#include <cstring>
#include <random>

namespace specialize {
namespace {

/// Declares holes as the engine does.
std::string const holes = R"(
@flatland_hole_0 = extern_weak dso_local global i8, code_model "large"
@flatland_hole_1 = extern_weak dso_local global i8, code_model "large"
@flatland_hole_2 = extern_weak dso_local global i8, code_model "large"
)";

std::vector<std::uint64_t> values() {
    std::vector<std::uint64_t> all = {0,           1,           ~0ULL,        127,
                                      128,         1ULL << 31U, 1ULL << 32U,  1ULL << 63U,
                                      0x7fffffffU, 0xffffffffU, ~0ULL << 31U, ~0ULL << 32U};
    std::mt19937_64 random(5);
    for (int i = 0; i < 20; i++)
        all.push_back(random() >> (random() % 64));
    return all;
}

} // namespace

TEST(Stencil, integers_of_64_bits_are_what_the_holes_say) {
    LoadedStencil loaded(holes + R"(
define i64 @f(i64 %x) nounwind {
  %a = add i64 %x, ptrtoint (ptr @flatland_hole_0 to i64)
  %b = mul i64 %a, ptrtoint (ptr @flatland_hole_1 to i64)
  %c = xor i64 %b, add (i64 ptrtoint (ptr @flatland_hole_2 to i64), i64 12345)
  ret i64 %c
})");
    for (std::uint64_t const one : values())
        for (std::uint64_t const two : values()) {
            auto* const function = loaded.with<std::uint64_t(std::uint64_t)>({one, two, one ^ two});
            EXPECT_EQ(function(3), ((3 + one) * two) ^ ((one ^ two) + 12345));
        }
}

TEST(Stencil, a_part_of_a_hole_is_used) {
    LoadedStencil loaded(holes + R"(
define i32 @f(ptr %p) nounwind {
  store i16 trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i16), ptr %p
  %rest = lshr i64 ptrtoint (ptr @flatland_hole_0 to i64), 32
  %high = trunc i64 %rest to i32
  %r = add i32 %high, trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i32)
  ret i32 %r
})");
    for (std::uint64_t const value : values()) {
        std::uint16_t low = 0;
        std::uint32_t const sum = loaded.with<std::uint32_t(std::uint16_t*)>({value})(&low);
        EXPECT_EQ(low, static_cast<std::uint16_t>(value));
        EXPECT_EQ(sum, static_cast<std::uint32_t>(value) + static_cast<std::uint32_t>(value >> 32));
    }
}

TEST(Stencil, narrow_holes_are_checked_and_in_short_instructions) {
    std::string const text = holes + R"(
define i32 @f(i32 %x, ptr %p) nounwind {
  store i32 trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i32), ptr %p
  %r = mul i32 %x, trunc (i64 ptrtoint (ptr @flatland_hole_1 to i64) to i32)
  %s = xor i32 %r, trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i32)
  ret i32 %s
})";
    LoadedStencil loaded(text, {32, 16});
    for (std::uint64_t const value : values()) {
        std::uint32_t stored = 0;
        bool const fits = value >> 32U == 0;
        EXPECT_EQ(loaded.instantiate({value, 0}), fits ? flatland_done : flatland_wrong_holes);
        EXPECT_EQ(loaded.instantiate({0, value}),
                  value >> 16U == 0 ? flatland_done : flatland_wrong_holes);
        if (!fits) continue;
        auto const low = static_cast<std::uint32_t>(value);
        EXPECT_EQ((loaded.with<std::uint32_t(int, std::uint32_t*)>({value, 9})(7, &stored)),
                  63 ^ low);
        EXPECT_EQ(stored, low);
    }
    EXPECT_EQ(loaded.instantiate({0}), flatland_wrong_holes);
    EXPECT_EQ(loaded.instantiate({0, 0, 0}), flatland_wrong_holes);
    if (!loaded.is_x86()) return;
    EXPECT_EQ(loaded.patches(flatland_patch_hole, flatland_patch_whole), 0U);
    EXPECT_GE(loaded.patches(flatland_patch_hole, flatland_patch_unsigned), 2U);
    LoadedStencil const wide(text);
    EXPECT_EQ(wide.patches(flatland_patch_hole, flatland_patch_unsigned), 0U);
    EXPECT_LT(loaded.stencil->code_bytes, wide.stencil->code_bytes);
}

TEST(Stencil, a_value_that_an_instruction_would_extend_by_its_sign_is_refused) {
    LoadedStencil loaded(holes + R"(
define void @f(ptr %p) nounwind {
  store i64 ptrtoint (ptr @flatland_hole_0 to i64), ptr %p
  ret void
})",
                         {32});
    if (!loaded.is_x86()) GTEST_SKIP();
    ASSERT_EQ(loaded.patches(flatland_patch_hole, flatland_patch_signed), 1U);
    std::uint64_t stored = 0;
    loaded.with<void(std::uint64_t*)>({0x7fffffff})(&stored);
    EXPECT_EQ(stored, 0x7fffffffU);
    EXPECT_EQ(loaded.instantiate({0x80000000}), flatland_out_of_reach);
}

TEST(Stencil, pointers_may_be_null_or_equal) {
    LoadedStencil loaded(holes + R"(
define i64 @f() nounwind {
  %null = icmp eq ptr @flatland_hole_0, null
  br i1 %null, label %none, label %some
none:
  ret i64 -1
some:
  %same = icmp eq ptr @flatland_hole_0, @flatland_hole_1
  br i1 %same, label %equal, label %two
equal:
  ret i64 -2
two:
  %a = load i64, ptr @flatland_hole_0
  store i64 7, ptr getelementptr (i8, ptr @flatland_hole_1, i64 8)
  ret i64 %a
})");
    std::uint64_t one = 42;
    std::uint64_t others[2] = {1, 2};
    auto const address = reinterpret_cast<std::uint64_t>(&one);
    auto const other = reinterpret_cast<std::uint64_t>(others);
    EXPECT_EQ((loaded.with<std::int64_t()>({0, other})()), -1);
    EXPECT_EQ((loaded.with<std::int64_t()>({address, address})()), -2);
    EXPECT_EQ((loaded.with<std::int64_t()>({address, other})()), 42);
    EXPECT_EQ(others[0], 1U);
    EXPECT_EQ(others[1], 7U);
}

TEST(Stencil, functions_and_variables_of_the_source_are_reached) {
    LoadedStencil loaded(holes + R"(
@count = internal global i32 5
@0 = private unnamed_addr constant [6 x i8] c"flat\00\00"
@text = private unnamed_addr constant [6 x i8] c"earth\00"
define internal i32 @local(i32 %x) noinline nounwind {
  %n = load i32, ptr @count
  %more = add i32 %n, 1
  store i32 %more, ptr @count
  %r = mul i32 %x, %n
  ret i32 %r
}
declare i64 @strlen(ptr) nounwind
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i64 @f(i32 %x, ptr %p, i64 %size) nounwind {
  %a = call i32 @local(i32 %x)
  %b = call i32 @local(i32 trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i32))
  %c = add i32 %a, %b
  %n = load volatile i32, ptr @count
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %size, i1 false)
  %i = sext i32 %n to i64
  %q = getelementptr i8, ptr @text, i64 %i
  %l = call i64 @strlen(ptr getelementptr (i8, ptr @flatland_hole_1, i64 2))
  %k = call i64 @strlen(ptr @0)
  %w = zext i32 %c to i64
  %s = shl i64 %l, 32
  %t = shl i64 %k, 40
  %u = or i64 %w, %s
  %v = or i64 %u, %t
  store ptr @local, ptr %p
  ret i64 %v
})");
    std::uint64_t target[4] = {};
    auto* const function = loaded.with<std::uint64_t(int, void*, std::size_t)>(
        {100, reinterpret_cast<std::uint64_t>("abcdefg")});
    EXPECT_EQ(function(3, target, 24), 3 * 5 + 100 * 6 + (5ULL << 32U) + (4ULL << 40U));
    EXPECT_EQ(target[2], 0x0101010101010101ULL);
    EXPECT_EQ(target[3], 0U);
    EXPECT_EQ(function(1, target, 8), 7 + 100 * 8 + (5ULL << 32U) + (4ULL << 40U));
    auto* const local = reinterpret_cast<int (*)(int)>(target[0]);
    EXPECT_EQ(local(1), 9);
}

TEST(Stencil, constants_of_vectors_and_loops_go_along) {
    LoadedStencil loaded(holes + R"(
define void @f(ptr %p, i64 %n) nounwind {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr <4 x i32>, ptr %p, i64 %i
  %v = load <4 x i32>, ptr %q, align 4
  %m = mul <4 x i32> %v, <i32 3, i32 -5, i32 7, i32 1000000>
  %h = insertelement <4 x i32> %m,
       i32 trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i32), i32 1
  %a = add <4 x i32> %h,
       <i32 trunc (i64 ptrtoint (ptr @flatland_hole_1 to i64) to i32), i32 0, i32 1, i32 2>
  store <4 x i32> %a, ptr %q, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
})");
    for (std::uint64_t const value : values()) {
        std::uint32_t numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        loaded.with<void(std::uint32_t*, std::size_t)>({value, ~value})(numbers, 2);
        auto const low = static_cast<std::uint32_t>(value);
        EXPECT_EQ(numbers[0], 3 + ~low);
        EXPECT_EQ(numbers[1], low);
        EXPECT_EQ(numbers[6], 7 * 7U + 1);
        EXPECT_EQ(numbers[7], 8000002U);
    }
}

TEST(Stencil, floating_point_numbers_come_from_holes_and_constants) {
    LoadedStencil loaded(holes + R"(
define double @f(double %x) nounwind {
  %h = bitcast i64 ptrtoint (ptr @flatland_hole_0 to i64) to double
  %a = fmul double %x, %h
  %b = fadd double %a, 0x400921FB54442D18
  ret double %b
})");
    for (double const value : {0.0, -1.5, 1e300}) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        EXPECT_EQ((loaded.with<double(double)>({bits})(2.0)), 2.0 * value + 3.141592653589793);
    }
}

TEST(Stencil, tables_of_jumps_and_calls_of_itself_stay_inside) {
    LoadedStencil loaded(holes + R"(
declare i32 @abs(i32) nounwind
define i32 @f(i32 %x) nounwind {
  switch i32 %x, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
    i32 3, label %three
    i32 4, label %four
    i32 5, label %five
  ]
zero:
  ret i32 trunc (i64 ptrtoint (ptr @flatland_hole_0 to i64) to i32)
one:
  %a = call i32 @f(i32 0)
  %a1 = add i32 %a, 1
  ret i32 %a1
two:
  %b = call i32 @abs(i32 -22)
  ret i32 %b
three:
  %c = call i32 @f(i32 1)
  %c1 = mul i32 %c, 3
  ret i32 %c1
four:
  %d = call i32 @f(i32 2)
  %d1 = xor i32 %d, 1
  ret i32 %d1
five:
  %e = call i32 @f(i32 -5)
  %e1 = sub i32 %e, 9
  ret i32 %e1
other:
  %minus = sub i32 0, %x
  %g = tail call i32 @abs(i32 %minus)
  ret i32 %g
})");
    for (std::uint64_t const value : values()) {
        auto* const function = loaded.with<std::uint32_t(int)>({value});
        auto const low = static_cast<std::uint32_t>(value);
        EXPECT_EQ(function(0), low);
        EXPECT_EQ(function(1), low + 1);
        EXPECT_EQ(function(2), 22U);
        EXPECT_EQ(function(3), (low + 1) * 3);
        EXPECT_EQ(function(4), 23U);
        EXPECT_EQ(function(5), 5U - 9U);
        EXPECT_EQ(function(-77), 77U);
    }
}

TEST(Stencil, calls_that_the_code_generator_adds_reach_far) {
    LoadedStencil loaded(holes + R"(
declare ptr @strcpy(ptr, ptr) nounwind
declare i64 @strlen(ptr) nounwind
define i64 @f() nounwind sspreq {
  %p = alloca [32 x i8]
  call ptr @strcpy(ptr %p, ptr @flatland_hole_0)
  %n = call i64 @strlen(ptr %p)
  ret i64 %n
})");
    EXPECT_EQ(loaded.stencil->symbol_count, 3U);
    EXPECT_EQ(loaded.patches(flatland_patch_symbol, flatland_patch_relative), 0U);
    auto const text = reinterpret_cast<std::uint64_t>("twelve chars");
    EXPECT_EQ(loaded.with<std::size_t()>({text})(), 12U);
    auto const longer =
        reinterpret_cast<std::uint64_t>("longer than the thirty-two bytes of a buffer");
    auto* const smashing = loaded.with<std::size_t()>({longer});
    EXPECT_DEATH(smashing(), "smashing");
}

TEST(Stencil, a_symbol_out_of_reach_is_refused) {
    LoadedStencil loaded(holes + R"(
@count = internal global i32 5
define i32 @f() nounwind {
  %n = load volatile i32, ptr @count
  ret i32 %n
})");
    if (loaded.patches(flatland_patch_symbol, flatland_patch_relative) == 0) GTEST_SKIP();
    EXPECT_EQ(loaded.with<int()>({})(), 5);
    FlatlandStencil changed = *loaded.stencil;
    void const* const far = reinterpret_cast<void const*>(
        reinterpret_cast<std::uintptr_t>(loaded.stencil) ^ (std::uintptr_t{1} << 40U));
    changed.symbols = &far;
    void (*entry)();
    FlatlandSlot slot = {};
    EXPECT_EQ(flatland_instantiate(&changed, nullptr, 0, &slot, &entry), flatland_out_of_reach);
}

} // namespace specialize
