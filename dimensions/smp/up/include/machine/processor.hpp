// SPDX-License-Identifier: BSD-2-Clause
// The processors of a machine that has one.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::machine {

/// How many processors there can be.
inline constexpr u32 processors_max = 1;

/// The processor that executes.
inline u32 processor_index() {
    return 0;
}

/// What each processor has of its own: here, one `T`.
template<class T>
class PerProcessor : NonCopyable {
public:
    T& operator*() { return value_; }
    T const& operator*() const { return value_; }
    T* operator->() { return &value_; }
    T const* operator->() const { return &value_; }

private:
    T value_{};
};

} // namespace flat::machine
