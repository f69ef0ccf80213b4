// SPDX-License-Identifier: BSD-2-Clause
// Directories of FFS.
#pragma once

#include <fs/disk/packed_directory.hpp>
#include <fs/ufs/directory_entry.hpp>
#include <fs/ufs/ufs_nodes.hpp>

namespace flat::fs::ufs {

/// A directory, whose chunks are sectors.
class UfsDirectory final : public StoredAs<PackedDirectory, UfsFormat> {
public:
    using StoredAs::StoredAs;

    u64 size_bytes() override { return storage().size_bytes; }
    void destroy() override { disk().dispose(*this); }

    /// Makes the first chunk of a new directory.
    Outcome<void> start(u64 parent);

private:
    u32 chunk_bytes() override { return DirectoryEntry::chunk_bytes; }
    u32 bytes_for(usize name_bytes) override { return DirectoryEntry::bytes_for(name_bytes); }
    Outcome<PackedEntry> read_entry(Span<u8 const> chunk, u32 offset) override {
        return DirectoryEntry::read(chunk, offset, disk().layout().order);
    }
    void write_entry(Span<u8> chunk, u32 offset, PackedEntry const& entry) override {
        DirectoryEntry::write(chunk, offset, entry, disk().layout().order);
    }
    Outcome<u64> unit_of(u64 chunk) override;
    Outcome<void> add_chunk() override;
};

} // namespace flat::fs::ufs
