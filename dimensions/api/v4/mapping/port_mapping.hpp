// SPDX-License-Identifier: BSD-2-Clause
// One node of the tree of mappings of ports.
#pragma once

#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {
class Space;
}

namespace flat::api {

/// Ports from `first` to `last`.
struct PortRange {
    u32 first;
    u32 last;

    /// No ports: overlaps, contains and touches no others.
    static constexpr PortRange none() { return {0x2'0000, 0x1'ffff}; }
    bool is_none() const { return first > last; }

    bool overlaps(PortRange other) const { return first <= other.last && other.first <= last; }
    bool contains(PortRange other) const { return first <= other.first && other.last <= last; }
    /// Whether together they are one range.
    bool touches(PortRange other) const {
        return first <= other.last + 1 && other.first <= last + 1;
    }
    PortRange with(PortRange other) const {
        return {min(first, other.first), max(last, other.last)};
    }
    PortRange within(PortRange other) const {
        return {max(first, other.first), min(last, other.last)};
    }
};

/// What a space has got from one mapping of another space, or from all ports, which are sigma0's.
/// Those from the same mapping have ports between them. The ports of a parent contain those of its
/// children.
struct PortMapping {
    /// A chain of mappings is not longer, so that what goes along it is bounded.
    static constexpr u32 depth_max = 16;

    ListLink<PortMapping> of_parent;
    ListLink<PortMapping> in_space; ///< or among those of its frame that are unused
    IntrusiveList<PortMapping, &PortMapping::of_parent> children;
    PortMapping* parent = nullptr;
    Space* space = nullptr;
    PortRange range{};
    u32 depth = 0;

    // While ports are taken from what is derived from it.
    ListLink<PortMapping> visit;
    PortRange taken{};            ///< these
    PortMapping* next = nullptr;  ///< the next child to be looked at
    PortMapping* above = nullptr; ///< what was left above them, to which children go
    PortMapping* heir = nullptr;  ///< to whom they were granted, and children go
};

} // namespace flat::api
