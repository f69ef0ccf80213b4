// SPDX-License-Identifier: BSD-2-Clause
// Thread identifiers (L4 X.2, section 2.1, 64-bit form): a version below a thread number.
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// Names a thread. Global identifiers carry a version that is never 0 in its low six bits; local
/// identifiers are addresses of message registers and have those bits clear.
class ThreadId {
public:
    constexpr ThreadId() = default;
    constexpr explicit ThreadId(u64 raw) : raw_(raw) {}
    constexpr ThreadId(u32 number, u32 version) : raw_(u64{number} << 32 | version) {}

    /// Nobody.
    static constexpr ThreadId nil() { return ThreadId{0}; }
    /// Whoever sends.
    static constexpr ThreadId any() { return ThreadId{~u64{0}}; }
    /// Whoever sends from the same space.
    static constexpr ThreadId any_local() { return ThreadId{~u64{0} << 6}; }
    /// What the control block of no thread bears; equal to no identifier that a user can name.
    static constexpr ThreadId free_slot() { return ThreadId{1u << 6}; }

    constexpr u64 raw() const { return raw_; }
    constexpr u32 number() const { return static_cast<u32>(raw_ >> 32); }
    constexpr u32 version() const { return static_cast<u32>(raw_); }
    constexpr bool is_nil() const { return raw_ == 0; }
    constexpr bool is_wildcard() const { return *this == any() || *this == any_local(); }
    constexpr bool is_global() const { return (raw_ & 0x3f) != 0 && *this != any(); }
    constexpr bool operator==(ThreadId const&) const = default;

private:
    u64 raw_ = 0;
};

} // namespace flat::api
