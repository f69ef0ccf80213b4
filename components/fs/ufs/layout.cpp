// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with FFS, as its superblock says.
#include <fs/ufs/layout.hpp>

#include <core/bits.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>

namespace flat::fs::ufs {

namespace {

constexpr u32 magic_first = 0x00011954;
constexpr u32 magic_second = 0x19540119;
constexpr u32 magic_offset = 1372;
constexpr u32 directories_have_types = 2; // since 4.4BSD
constexpr u32 cluster_max_max = 16;

/// What `fs_flags` says. All others are not known, and keep the disk from being changed.
constexpr u32 is_unclean = 1;
constexpr u32 needs_check = 4;
constexpr u32 harmless = 0x2 | 0x10 | 0x20 | 0x80 | 0x400;

/// The fields of a superblock.
class SuperBlock {
public:
    SuperBlock(Span<u8 const> bytes, ByteOrder order) : bytes_(bytes), order_(order) {}

    u32 word(u32 offset) const { return order_.load<u32>(&bytes_[offset]); }
    u64 wide(u32 offset) const { return order_.load<u64>(&bytes_[offset]); }
    u8 byte(u32 offset) const { return bytes_[offset]; }
    ByteOrder order() const { return order_; }

private:
    Span<u8 const> bytes_;
    ByteOrder order_;
};

bool has_magic(SuperBlock const& fields) {
    u32 const magic = fields.word(magic_offset);
    return magic == magic_first || magic == magic_second;
}

Layout numbers_of(SuperBlock const& fields, u64 begin) {
    bool const is_second = fields.word(magic_offset) == magic_second;
    bool const is_updated = (fields.byte(211) & 0x80) != 0;
    u32 const flags = is_second || is_updated ? fields.word(1312) : fields.byte(211);
    return {.order = fields.order(),
            .is_second = is_second,
            .has_wide_totals = is_second || is_updated,
            .is_whole =
                fields.byte(super_block::is_clean) == 1 && !(flags & (is_unclean | needs_check)),
            .can_be_changed = (flags & ~(harmless | is_unclean | needs_check)) == 0,
            .super_begin = begin,
            .block_bytes = fields.word(48),
            .fragment_bytes = fields.word(52),
            .fragments_per_block = fields.word(56),
            .fragments = is_second ? fields.wide(1080) : fields.word(36),
            .data_fragments = is_second ? fields.wide(1088) : fields.word(40),
            .percent_reserved = min(fields.word(60), 100u),
            .groups = fields.word(44),
            .group_fragments = fields.word(188),
            .nodes_per_group = fields.word(184),
            .super_offset = fields.word(8),
            .group_offset = fields.word(12),
            .node_offset = fields.word(16),
            .data_offset = fields.word(20),
            .stagger = is_second ? 0 : fields.word(24),
            .stagger_mask = is_second ? ~u32(0) : fields.word(28),
            .group_bytes = fields.word(160),
            .summary = is_second ? fields.wide(1096) : fields.word(152),
            .cluster_max = fields.word(1316),
            .node_bytes = is_second ? 256u : 128u,
            .path_bytes = min(fields.word(1320), is_second ? 120u : 60u),
            .file_bytes_max = fields.wide(1328)};
}

/// Whether sizes are such that others can be computed of them.
bool are_sizes_sound(Layout const& layout) {
    return is_power_of_two(layout.block_bytes) && is_power_of_two(layout.fragment_bytes) &&
           layout.block_bytes >= 4096 && layout.block_bytes <= 65536 &&
           layout.fragment_bytes >= 512 && layout.fragment_bytes <= layout.block_bytes &&
           layout.fragments_per_block == layout.block_bytes / layout.fragment_bytes &&
           layout.fragments_per_block <= 8;
}

/// Whether parts of a group lie one after the other in it, wherever it begins.
bool are_parts_sound(Layout const& layout) {
    u32 const block = layout.fragments_per_block;
    u32 const per_block = layout.nodes_per_block();
    u64 const node_fragments = u64{divide_up<u32>(layout.nodes_per_group, per_block)} * block;
    u64 mask = 1;
    while (mask < layout.groups)
        mask *= 2;
    u64 const staggered = u64{layout.stagger} * (~layout.stagger_mask & static_cast<u32>(mask - 1));
    u32 const bitmap_bytes = divide_up<u32>(layout.nodes_per_group, 8);
    return layout.group_fragments % block == 0 && layout.nodes_per_group % per_block == 0 &&
           layout.super_offset % block == 0 && layout.group_offset % block == 0 &&
           layout.node_offset % block == 0 && layout.data_offset % block == 0 &&
           layout.stagger % block == 0 && layout.super_offset <= layout.group_offset &&
           u64{layout.group_offset} * layout.fragment_bytes + layout.group_bytes <=
               u64{layout.node_offset} * layout.fragment_bytes &&
           layout.node_offset + node_fragments <= layout.data_offset &&
           staggered + layout.data_offset <= layout.group_fragments &&
           layout.group_bytes <= layout.block_bytes &&
           layout.group_bytes >= Layout::group_header_bytes + bitmap_bytes;
}

bool is_sound(Layout const& layout, u64 disk_bytes) {
    u64 const last_base = u64{layout.groups - 1} * layout.group_fragments;
    u64 const summary_fragments =
        divide_up<u64>(u64{layout.groups} * Layout::counts_bytes, layout.fragment_bytes);
    return layout.fragments <= disk_bytes / layout.fragment_bytes &&
           last_base + layout.data_offset < layout.fragments &&
           layout.fragments <= last_base + layout.group_fragments &&
           layout.data_fragments <= layout.fragments && layout.nodes() <= ~u32(0) &&
           layout.summary < layout.fragments &&
           layout.summary + summary_fragments <= layout.fragments &&
           layout.cluster_max <= cluster_max_max;
}

} // namespace

Outcome<Layout> Layout::read(Span<u8 const> super_block, u64 begin, u64 disk_bytes,
                             u32 sector_bytes) {
    SuperBlock const little(super_block, ByteOrder(false));
    SuperBlock const big(super_block, ByteOrder(true));
    if (!has_magic(little) && !has_magic(big)) return FsError{FsError::unknown_format};
    SuperBlock const& fields = has_magic(little) ? little : big;
    Layout const layout = numbers_of(fields, begin);
    // A copy of another one lies where larger blocks have it.
    if (layout.is_second ? fields.wide(1000) != begin : begin != places[1])
        return FsError{FsError::unknown_format};
    if (!layout.is_second && fields.word(1324) != directories_have_types)
        return FsError{FsError::not_supported};
    if (!are_sizes_sound(layout)) return FsError{FsError::corrupt};
    if (layout.fragment_bytes < sector_bytes || layout.fragment_bytes > domain::page_size)
        return FsError{FsError::not_supported};
    if (layout.groups == 0 || layout.group_fragments == 0 || layout.nodes_per_group == 0 ||
        !are_parts_sound(layout) || !is_sound(layout, disk_bytes))
        return FsError{FsError::corrupt};
    return layout;
}

u32 Layout::fragments_in(u32 group) const {
    return static_cast<u32>(min<u64>(fragments - group_base(group), group_fragments));
}

bool Layout::is_data(u64 fragment) const {
    if (fragment >= fragments) return false;
    u32 const group = static_cast<u32>(fragment / group_fragments);
    u64 const start = group_start(group);
    u64 const begin = group == 0 ? 0 : start + super_offset; // boot blocks are nobody's
    return fragment < begin || fragment >= start + data_offset;
}

} // namespace flat::fs::ufs
