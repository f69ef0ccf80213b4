// SPDX-License-Identifier: BSD-2-Clause
// A directory of a disc.
#pragma once

#include <fs/iso/iso_nodes.hpp>
#include <fs/nodes/directory_node.hpp>

namespace flat::fs::iso {

/// Records in a row of blocks, none of which goes over the end of a block.
class IsoDirectory final : public OnDisc<DirectoryNode> {
public:
    IsoDirectory(IsoVolume& volume, Facts const& facts, u32 first_block, u32 bytes)
        : OnDisc(volume, facts), first_block_(first_block), bytes_(bytes) {}

    u64 size_bytes() override { return bytes_; }
    void destroy() override { volume().dispose(*this); }

private:
    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text, NodeBase&) override { return FsError{FsError::read_only}; }
    Outcome<void> remove_name(Text) override { return FsError{FsError::read_only}; }
    Outcome<void> change_name(Text, NodeBase&) override { return FsError{FsError::read_only}; }
    Outcome<bool> is_empty() override { return FsError{FsError::read_only}; }
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;

    Outcome<Entry> entry_of(u64 place, Record const& record, Span<u8> name);

    u32 first_block_;
    u32 bytes_;
};

} // namespace flat::fs::iso
