// SPDX-License-Identifier: BSD-2-Clause
// What symbolic links of all formats have in common.
#pragma once

#include <flat/fs/symbolic_link.hpp>
#include <fs/nodes/node_base.hpp>

namespace flat::fs {

/// A symbolic link, whose path is stored once.
class LinkNode : public NodeBase, public SymbolicLink {
public:
    /// By this identity a link tells its object to its own volume.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.fs.LinkNode");

    using NodeBase::NodeBase;

    void* narrow(InterfaceId id) override {
        if (id == interface_id) return this;
        if (id == SymbolicLink::interface_id) return static_cast<SymbolicLink*>(this);
        return NodeBase::narrow(id);
    }

    /// Stores the path, of a new link. With the lock.
    virtual Outcome<void> set_target(Span<u8 const> path) = 0;

protected:
    ~LinkNode() = default;
};

} // namespace flat::fs
