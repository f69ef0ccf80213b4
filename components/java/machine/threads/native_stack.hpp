// SPDX-License-Identifier: BSD-2-Clause
// How deep the machine's own functions may be within each other.
#pragma once

#include <core/types.hpp>

namespace flat::java {

/// The part of the stack below the machine, the kernel's own, that its functions may use: calls by
/// the machine, and classes that are loaded for each other, ask before they go deeper. What
/// exceptions take to be made is left out of it.
class NativeStack {
public:
    /// From the caller's frame on, so many bytes are there.
    [[gnu::always_inline]] void begin(u64 bytes) { limit_ = here() - bytes; }
    [[gnu::always_inline]] bool is_used_up() const { return here() < limit_; }

private:
    [[gnu::always_inline]] static vaddr here() {
        return reinterpret_cast<vaddr>(__builtin_frame_address(0));
    }

    vaddr limit_ = 0;
};

} // namespace flat::java
