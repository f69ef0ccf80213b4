// SPDX-License-Identifier: BSD-2-Clause
// Symbolic links and other nodes of a disc that are neither files nor directories.
#pragma once

#include <fs/iso/iso_volume.hpp>
#include <fs/nodes/link_node.hpp>

namespace flat::fs::iso {

/// A symbolic link: its path is read when it is asked for.
class IsoLink final : public OnlyRead<LinkNode> {
public:
    IsoLink(IsoVolume& volume, Facts const& facts, u32 target_bytes)
        : OnlyRead(volume, facts), disc_(volume), target_bytes_(target_bytes) {}

    u64 size_bytes() override { return target_bytes_; }
    Outcome<u32> target(Span<u8> destination) override;
    Outcome<void> set_target(Span<u8 const>) override { return FsError{FsError::Code::read_only}; }
    void destroy() override { volume().dispose(*this); }

private:
    IsoVolume& disc_;
    u32 target_bytes_;
};

/// A device, a pipe, a socket.
class IsoNode final : public OnlyRead<NodeBase> {
public:
    using OnlyRead::OnlyRead;

    void destroy() override { volume().dispose(*this); }
};

} // namespace flat::fs::iso
