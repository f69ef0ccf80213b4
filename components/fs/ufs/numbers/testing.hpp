// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with FFS, read by itself, without anything of the component's.
#pragma once

#include <core/types.hpp>

#include <algorithm>
#include <vector>

namespace flat::fs::ufs::testing {

/// What the superblock says, and values in the order of the disk.
class Numbers {
protected:
    explicit Numbers(std::vector<u8> const& disk) : disk_(disk) {}

    template<class T>
    T at(u64 offset) const {
        T value = 0;
        if (offset + sizeof(T) > disk_.size()) return value;
        for (u32 i = 0; i < sizeof(T); ++i) {
            u32 const place = is_big_ ? u32(sizeof(T)) - 1 - i : i;
            value = T(value | T(T(disk_[offset + place]) << 8 * i));
        }
        return value;
    }
    u32 word(u64 offset) const { return at<u32>(super_ + offset); }

    bool find_super_block() {
        for (u64 const begin : {8192, 65536})
            for (bool const is_big : {false, true}) {
                super_ = begin;
                is_big_ = is_big;
                u32 const magic = word(1372);
                is_second_ = magic == 0x19540119;
                if (is_second_ || magic == 0x011954) return read_numbers();
            }
        return false;
    }
    bool read_numbers() {
        fragment_bytes_ = word(52);
        per_block_ = word(56);
        groups_ = word(44);
        group_fragments_ = word(188);
        group_nodes_ = word(184);
        fragments_ = is_second_ ? at<u64>(super_ + 1080) : word(36);
        summary_ = is_second_ ? at<u64>(super_ + 1096) : word(152);
        return fragment_bytes_ != 0;
    }
    u64 start(u32 group) const {
        u64 const base = u64(group) * group_fragments_;
        return is_second_ ? base : base + u64(word(24)) * (group & ~word(28));
    }
    u64 block_bytes() const { return u64(fragment_bytes_) * per_block_; }
    u64 node_at(u64 number) const {
        u64 const size = is_second_ ? 256 : 128;
        u32 const group = u32(number / group_nodes_);
        return (start(group) + word(16)) * fragment_bytes_ + number % group_nodes_ * size;
    }
    u64 group_at(u32 group) const { return (start(group) + word(12)) * fragment_bytes_; }
    u64 pointer(u64 offset, u64 index) const {
        return is_second_ ? at<u64>(offset + 8 * index) : at<u32>(offset + 4 * index);
    }

    /// The fragments that a block of a node has: its last one, if direct, those that it needs.
    u64 fragments_of_block(u64 index, u64 count, u64 size) const {
        if (index >= 12 || index + 1 < count) return per_block_;
        return (size - index * block_bytes() + fragment_bytes_ - 1) / fragment_bytes_;
    }
    u64 pointers_at(u32 number) const { return node_at(number) + (is_second_ ? 112 : 40); }
    u64 size_at(u32 number) const { return node_at(number) + (is_second_ ? 16 : 8); }

    /// Whether a node's size is that of a path which lies where pointers would be.
    bool is_short_link(u32 number) const {
        return (at<u16>(node_at(number)) & 0170000) == 0120000 &&
               at<u64>(size_at(number)) < word(1320);
    }

    std::vector<u8> const& disk_;
    u64 super_ = 0;
    bool is_big_ = false;
    bool is_second_ = false;
    u32 fragment_bytes_ = 0;
    u32 per_block_ = 0;
    u32 groups_ = 0;
    u32 group_fragments_ = 0;
    u32 group_nodes_ = 0;
    u64 fragments_ = 0;
    u64 summary_ = 0;
};

/// Where a disk has what most of it hangs on.
class Places : Numbers {
public:
    explicit Places(std::vector<u8> const& disk) : Numbers(disk) { (void)find_super_block(); }

    /// All bytes of nodes that are there, and of blocks that are full of names, but the root's.
    std::vector<u64> of_nodes_and_names() const {
        std::vector<u64> places;
        u64 const node_bytes = is_second_ ? 256 : 128;
        for (u32 number = 3; number < groups_ * group_nodes_; ++number) {
            u16 const mode = at<u16>(node_at(number));
            bool const is_known = !is_second_ || number % group_nodes_ <
                                                     at<u32>(group_at(number / group_nodes_) + 120);
            if (mode == 0 || !is_known) continue;
            for (u64 i = 0; i < node_bytes; ++i)
                places.push_back(node_at(number) + i);
            if ((mode & 0170000) != 0040000) continue;
            u64 const names = pointer(pointers_at(number), 0) * fragment_bytes_;
            for (u64 i = 0; i < std::min(at<u64>(size_at(number)), block_bytes()); ++i)
                places.push_back(names + i);
        }
        return places;
    }
};

} // namespace flat::fs::ufs::testing
