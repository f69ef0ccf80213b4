// SPDX-License-Identifier: BSD-2-Clause
// A disc by ISO 9660, with or without Rock Ridge.
#pragma once

#include <core/containers/list.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/disk/only_read.hpp>
#include <fs/iso/iso_record.hpp>
#include <fs/iso/rock_ridge.hpp>

namespace flat::fs::iso {

class Iso9660;

/// Nodes have the places of directory records on the disc as numbers, in bytes: files that of the
/// record in their directory, directories that of their own record, with which their contents
/// begin. Only the root's number does not depend on the disc. Nothing is ever written.
class IsoVolume final : public OnlyReadVolume {
public:
    /// No record lies there.
    static constexpr u64 root_number = 1;

    IsoVolume(Iso9660& owner, Services const& services, block::Disk& disk)
        : OnlyReadVolume(services, limits_of_format, disk), owner_(owner) {}

    /// Reads what the disc says. UNKNOWN_FORMAT if that is nothing; NOT_SUPPORTED if its blocks
    /// have another size; READ_ONLY if it is to be written to. After a failure only `abandon` may
    /// be called. Blocks.
    Outcome<void> start(bool is_read_only);

    Statistics statistics() override;
    Outcome<void> unmount() override;

    /// The number of the directory whose contents begin at a block.
    u64 directory_number(u32 first_block) const {
        return first_block == root_block_ ? root_number : u64{first_block} * block_bytes;
    }

    /// Takes what Rock Ridge says of a record; nothing if the disc has none.
    Outcome<void> read_fields(Record const& record, RockRidge& fields);

    /// Holds the block with the record of a node, and takes both.
    Outcome<Record> read_node(u64 number, BlockHold& hold, RockRidge& fields);

    /// Among those that are mounted.
    ListLink<IsoVolume> in_format;

private:
    static constexpr Limits limits_of_format{
        .root = root_number, .links_max = 1, .idle_max = 64, .file_bytes_max = 0};

    Outcome<NodeBase*> load(u64 number) override;
    Outcome<u32> root_block();
    Outcome<u64> file_bytes(u64 place, Record const& first);

    Iso9660& owner_;
    u32 root_block_ = 0;
    Maybe<u32> skipped_; // with Rock Ridge: bytes at the beginning of each area of fields
};

/// What a node is, by its record and what Rock Ridge says of it.
Node::Kind kind_of(Record const& record, RockRidge const& fields);

} // namespace flat::fs::iso
