// SPDX-License-Identifier: BSD-2-Clause
// A directory of a disc.
#pragma once

#include <fs/iso/iso_volume.hpp>

namespace flat::fs::iso {

/// Records in a row of blocks, none of which goes over the end of a block.
class IsoDirectory final : public OnlyReadDirectory {
public:
    IsoDirectory(IsoVolume& volume, Facts const& facts, u32 first_block, u32 bytes)
        : OnlyReadDirectory(volume, facts), disc_(volume), first_block_(first_block),
          bytes_(bytes) {}

    u64 size_bytes() override { return bytes_; }
    void destroy() override { volume().dispose(*this); }

private:
    Outcome<u64> find(Text name) override;
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;

    Outcome<Entry> entry_of(u64 place, Record const& record, Span<u8> name);

    IsoVolume& disc_;
    u32 first_block_;
    u32 bytes_;
};

} // namespace flat::fs::iso
