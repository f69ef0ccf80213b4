// SPDX-License-Identifier: BSD-2-Clause
// One component that was loaded into a running domain.
#pragma once

#include <core/atomic.hpp>
#include <core/image/loadable.hpp>
#include <core/utility.hpp>
#include <flat/memory/code_region.hpp>
#include <flat/service/loaded_component.hpp>
#include <flat/service/offer.hpp>

namespace flat::service {

class ObjectLoader;

/// Its memory, what it is bound to, and its holders.
class Loaded final : public LoadedComponent, NonCopyable {
public:
    /// The most ports that a component object requires.
    static constexpr u32 ports_max = 16;

    /// It lies in `region`, which it releases in the end.
    Loaded(ObjectLoader& loader, memory::CodeRegion& region, u64 bytes)
        : loader_(loader), region_(region), memory_(pointer_to<u8>(region.base()), bytes) {}

    u32 name(Span<u8> destination) override;
    Result<Top*, LoadError> bind(u64 type) override;
    u32 holders() override { return holders_.load(); }
    void release() override;
    void* narrow(InterfaceId id) override;

    /// Makes the component of an object whose ports are bound.
    void construct(Loadable const& description, void* const* ports);

    /// Keeps something until the end, to release it then.
    void keep(core::AbstractResource& server) { kept_[kept_count_++] = &server; }

    Span<u8> memory() const { return memory_; }
    memory::CodeRegion& region() const { return region_; }

    /// Ends the component, if it was made, and releases its memory and what it was bound to.
    void end();

private:
    ObjectLoader& loader_;
    memory::CodeRegion& region_;
    Span<u8> const memory_;
    u32 kept_count_ = 0;
    Atomic<u32> holders_ = 1;
    Loadable const* description_ = nullptr;
    Top* component_ = nullptr;
    core::AbstractResource* kept_[ports_max];
};

} // namespace flat::service
