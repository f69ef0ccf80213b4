// SPDX-License-Identifier: BSD-2-Clause
// One binding to an object of another domain, which it holds.
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <flat/binding/named_binding.hpp>
#include <flat/core/abstract_resource.hpp>
#include <naming/quality.hpp>

namespace flat::naming::far {

class Binder;

/// Its slot leads to `target` until it is unbound, and to `before` then.
class Bound final : public binding::NamedBinding, NonCopyable {
public:
    Bound(Binder& binder, Quality const& quality, core::AbstractResource& target, Top& before)
        : binder_(binder), quality_(quality), target_(target), before_(&before),
          server_(quality.slot->server()) {}
    ~Bound() { target_.release(); }

    binding::Slot& slot() override { return *quality_.slot; }
    binding::Monitor* monitor() override { return quality_.monitor; }
    Result<void, binding::SlotError> unbind() override;
    void release() override;

    /// The slot goes back to the server before, if it leads here.
    Result<void, binding::SlotError> leave();
    /// Whether it leads the same slot to the same server.
    bool is_like(Bound const& other) const {
        return quality_.slot == other.quality_.slot && &server_ == &other.server_;
    }

    /// Another one goes: its target is nobody's server before any more.
    void skip(Bound const& other) {
        if (before_ == &other.server_) before_ = other.before_;
    }

    void* narrow(InterfaceId id) override;

    /// Its place among those of its binder.
    ListLink<Bound> link;

private:
    Binder& binder_;
    Quality const quality_;
    core::AbstractResource& target_;
    Top* before_;
    Top& server_; // the target as the slot has it
};

using BoundList = IntrusiveList<Bound, &Bound::link>;

} // namespace flat::naming::far
