// SPDX-License-Identifier: BSD-2-Clause
// A tally that is passed to another task, which alone may call it, and that while it is there.
#pragma once

#include <core/panic.hpp>
#include <core/utility.hpp>
#include <flat/demo/tally.hpp>

namespace flat::keeping::successors {

class Member final : public demo::Tally {
public:
    u64 calls() const { return calls_; }
    u64 releases() const { return releases_; }

    /// Whether it has been passed, whatever came of that.
    bool is_passed() const { return is_passed_; }
    void pass() { is_passed_ = true; }

    /// Whom it was passed to is gone.
    void end() { is_ended_ = true; }

    Result<u64, demo::LedgerError> add(u64 amount) override {
        count();
        return sum_ += amount;
    }
    Result<void, demo::LedgerError> hide() override {
        count();
        return {};
    }
    void release() override { ++releases_; }
    void* narrow(InterfaceId id) override {
        if (id == demo::Tally::interface_id) return static_cast<demo::Tally*>(this);
        if (id == core::AbstractResource::interface_id)
            return static_cast<core::AbstractResource*>(this);
        if (id == Top::interface_id) return static_cast<Top*>(this);
        return nullptr;
    }

private:
    void count() {
        if (is_ended_) panic("what was passed to one that is gone is called");
        ++calls_;
    }

    bool is_passed_ = false;
    bool is_ended_ = false;
    u64 sum_ = 0;
    u64 calls_ = 0;
    u64 releases_ = 0;
};

} // namespace flat::keeping::successors
