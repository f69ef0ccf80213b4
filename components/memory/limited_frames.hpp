// SPDX-License-Identifier: BSD-2-Clause
// Frames of which no more than a limit are out.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/quota.hpp>

namespace flat::memory {

/// Counts what it takes from its source. The count is raised before the source is asked and lowered
/// after memory came back, so that it is never below what is out, whoever takes at the same time.
/// The source is called without the lock.
class LimitedFrames final : public Quota, NonCopyable {
public:
    /// Itself lies in memory of `objects`, which it returns there when it is released.
    LimitedFrames(Objects& objects, Frames& source, u64 limit_bytes);

    Result<paddr, MemoryError> allocate(u32 order) override;
    void free(paddr base, u32 order) override;
    Result<void, MemoryError> reserve(paddr base, u64 size_bytes) override;
    u64 free_bytes() override;
    u64 limit_bytes() override;
    u64 used_bytes() override;
    void set_limit(u64 bytes) override;
    void release() override;
    void* narrow(InterfaceId id) override;

private:
    struct Account {
        u64 limit_bytes = 0;
        u64 used_bytes = 0;

        u64 left_bytes() const { return used_bytes < limit_bytes ? limit_bytes - used_bytes : 0; }
    };

    bool charge(u64 bytes);
    void discharge(u64 bytes);

    Objects& objects_;
    Frames& source_;
    Guarded<Account> account_;
};

} // namespace flat::memory
