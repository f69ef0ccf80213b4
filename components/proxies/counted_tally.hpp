// SPDX-License-Identifier: BSD-2-Clause
// A sum that counts who holds it.
#pragma once

#include <core/utility.hpp>
#include <flat/demo/tally.hpp>

namespace flat::proxies {

/// Its maker keeps it; `name` is what it holds of a name for it, until it is hidden.
class CountedTally : public demo::Tally, NonCopyable {
public:
    /// The same with one hold more, to be given away.
    CountedTally& held() {
        ++holders_;
        return *this;
    }
    u32 holders() const { return holders_; }
    void name(core::AbstractResource* name) { name_ = name; }

    Result<u64, demo::LedgerError> add(u64 amount) override { return sum_ += amount; }
    Result<void, demo::LedgerError> hide() override {
        if (name_) name_->release();
        name_ = nullptr;
        return {};
    }
    void release() override { --holders_; }

    void* narrow(InterfaceId id) override {
        if (id == demo::Tally::interface_id) return static_cast<demo::Tally*>(this);
        if (id == core::AbstractResource::interface_id)
            return static_cast<core::AbstractResource*>(this);
        return id == Top::interface_id ? static_cast<Top*>(this) : nullptr;
    }

private:
    u64 sum_ = 0;
    u32 holders_ = 0;
    core::AbstractResource* name_ = nullptr;
};

} // namespace flat::proxies
