// SPDX-License-Identifier: BSD-2-Clause
// The mappings of ports of one space, in a frame of its own.
#pragma once

#include <api/mapping/port_mapping.hpp>
#include <domain/page.hpp>

namespace flat::api {

/// The space pays for the frame, which whoever passes it ports brings before the first of them, and
/// which comes back with the end of the space.
class SpacePorts : NonCopyable {
public:
    using List = IntrusiveList<PortMapping, &PortMapping::in_space>;

    /// A space has its ports in so many pieces at most: the work on them is bounded.
    static constexpr u32 mappings_max = 16;

    List const& mappings() const { return mappings_; }

    bool has_frame() const { return frame_ != nullptr; }
    /// Takes over a frame, by its address in the kernel.
    void add_frame(void* frame);
    /// Gives it back, while there are no mappings; null: there was none.
    void* take_frame();

    /// A fresh mapping. Null: there is no room for it.
    PortMapping* make();
    void dispose(PortMapping& mapping);

private:
    List mappings_;
    List unused_;
    void* frame_ = nullptr;
};

} // namespace flat::api
