// SPDX-License-Identifier: BSD-2-Clause
// What depends on the compiler or its command line; the only C++ file of the kit with `#if`.
#pragma once

namespace flat {

/// Whether `assert` checks. `-DNDEBUG` switches the checks off; the conditions stay type-checked.
#ifdef NDEBUG
inline constexpr bool assertions = false;
#else
inline constexpr bool assertions = true;
#endif

/// Whether indirect branches are hardened against speculation, so that assembly within C++ does it,
/// too: `flat build --retpolines`.
#ifdef FLAT_RETPOLINES
inline constexpr bool retpolines = true;
#else
inline constexpr bool retpolines = false;
#endif

/// Before a function: what it calls is inlined into it. g++ would inline what that calls as well,
/// and so on, which takes gigabytes.
#ifdef __clang__
#define FLAT_INLINE_CALLS [[gnu::flatten]]
#else
#define FLAT_INLINE_CALLS
#endif

/// Keeps the compiler from moving memory accesses across this point; emits no instruction.
[[gnu::always_inline]] inline void compiler_barrier() {
    asm volatile("" ::: "memory");
}

/// Keeps the compiler from computing again what the value was computed from, which would take
/// registers for that as well; emits no instruction.
template<class Value>
[[gnu::always_inline]] inline void hide_origin(Value& value) {
    asm("" : "+r"(value));
}

} // namespace flat
