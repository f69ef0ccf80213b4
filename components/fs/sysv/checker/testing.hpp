// SPDX-License-Identifier: BSD-2-Clause
// Disks of System V's format: made from nothing, and what is wrong with them. No package has
// programs that do this.
#pragma once

#include <core/types.hpp>

#include <map>
#include <string>
#include <vector>

namespace flat::fs::sysv::testing {

/// How a disk is made.
struct Making {
    u32 block_bytes = 1024;
    u32 blocks = 4096;
    u32 node_blocks = 32;
    bool is_big_endian = false;
    bool is_release_2 = false;
};

/// The bytes of a disk, in one order; its superblock in one of two packings.
class Image {
public:
    Image(std::vector<u8>& disk, bool is_big) : disk_(disk), is_big_(is_big) {}

    u32 get(u64 offset, u32 bytes) const {
        u32 value = 0;
        for (u32 i = 0; i < bytes; ++i)
            value |= u32(disk_.at(offset + (is_big_ ? bytes - 1 - i : i))) << 8 * i;
        return value;
    }
    void put(u64 offset, u32 bytes, u32 value) {
        for (u32 i = 0; i < bytes; ++i)
            disk_.at(offset + (is_big_ ? bytes - 1 - i : i)) = u8(value >> 8 * i);
    }

private:
    std::vector<u8>& disk_;
    bool is_big_;
};

/// An empty file system: a root, and all blocks in the list of free ones.
inline std::vector<u8> make_disk(Making const& making) {
    std::vector<u8> disk(u64(making.blocks) * making.block_bytes);
    Image image(disk, making.is_big_endian);
    bool const is_old = making.is_release_2;
    u32 const super = 512;
    u32 const first = 2 + making.node_blocks;
    u32 const time = 1'000'000'000;
    image.put(super, 2, first);
    image.put(super + (is_old ? 2 : 4), 4, making.blocks);
    image.put(super + (is_old ? 414 : 420), 4, time);
    image.put(super + 500, 4, 0x7c269d38 - time);
    image.put(super + 504, 4, 0xfd187e20);
    image.put(super + 508, 4, making.block_bytes / 512 == 4 ? 3 : making.block_bytes / 512);
    image.put(super + (is_old ? 430 : 436), 2, making.node_blocks * making.block_bytes / 64 - 2);
    // The root is the second node, its names are in the first block after the table.
    u64 const root = u64(2) * making.block_bytes + 64;
    image.put(root, 2, 040755);
    image.put(root + 2, 2, 2);
    image.put(root + 8, 4, 32);
    image.put(root + 12, 3, first);
    image.put(u64(2) * making.block_bytes, 2, 0100000); // the first node is nobody's
    image.put(u64(2) * making.block_bytes + 2, 2, 1);
    u64 const names = u64(first) * making.block_bytes;
    image.put(names, 2, 2);
    disk[names + 2] = '.';
    image.put(names + 16, 2, 2);
    disk[names + 18] = disk[names + 19] = '.';
    u32 const count_at = super + (is_old ? 6 : 8);
    u32 const free_at = super + (is_old ? 8 : 12);
    u32 count = 1; // the end of the list
    for (u32 block = making.blocks - 1; block > first; --block) {
        if (count == 50) {
            u64 const chunk = u64(block) * making.block_bytes;
            image.put(chunk, 2, count);
            for (u32 i = 0; i < count; ++i)
                image.put(chunk + (is_old ? 2 : 4) + 4 * i, 4, image.get(free_at + 4 * i, 4));
            count = 0;
        }
        image.put(free_at + 4 * count++, 4, block);
    }
    image.put(count_at, 2, count);
    image.put(super + (is_old ? 426 : 432), 4, making.blocks - first - 1);
    return disk;
}

/// Follows nodes from the root; the list of free blocks, and counts, must say the same.
class Checker {
public:
    Checker(std::vector<u8> disk, Making const& making)
        : disk_(std::move(disk)), image_(disk_, making.is_big_endian), making_(making) {}

    /// One line for each problem; nothing if the disk is sound.
    std::string problems() {
        bool const is_old = making_.is_release_2;
        first_ = image_.get(512, 2);
        owners_.assign(making_.blocks, 0);
        u32 const time = image_.get(512 + (is_old ? 414 : 420), 4);
        expect(image_.get(512 + 500, 4) + time == 0x7c269d38, "it was not left whole");
        visit_directory(2, 2);
        check_nodes();
        u32 const free = count_free();
        expect(free == image_.get(512 + (is_old ? 426 : 432), 4), "the count of blocks is wrong");
        for (u32 block = first_; block < making_.blocks; ++block)
            expect(owners_[block] != 0, "nobody has block " + std::to_string(block));
        return problems_;
    }

private:
    static constexpr u32 is_free = ~0u;

    void expect(bool is_true, std::string const& otherwise) {
        if (!is_true && problems_.size() < 4000) problems_ += otherwise + "\n";
    }
    u64 node_at(u32 number) const { return u64(2) * making_.block_bytes + (number - 1) * 64; }
    bool claim(u32 block, u32 owner) {
        bool const is_ours = block >= first_ && block < making_.blocks && owners_[block] == 0;
        expect(is_ours, "block " + std::to_string(block) + " of " + std::to_string(owner) +
                            " is no block, or somebody else's");
        if (is_ours) owners_[block] = owner;
        return is_ours;
    }
    void follow(std::vector<u32>& blocks, u32 block, u32 level, u32 count, u32 number) {
        u32 const per_table = making_.block_bytes / 4;
        if (blocks.size() >= count) return expect(block == 0, "blocks past the end");
        if (block != 0 && !claim(block, number)) block = 0;
        if (level == 0) return blocks.push_back(block);
        for (u32 i = 0; i < per_table; ++i) {
            u64 const place = u64(block) * making_.block_bytes + 4 * i;
            follow(blocks, block == 0 ? 0 : image_.get(place, 4), level - 1, count, number);
        }
    }
    std::vector<u32> blocks_of(u32 number) {
        u32 const size = image_.get(node_at(number) + 8, 4);
        u32 const count = (size + making_.block_bytes - 1) / making_.block_bytes;
        std::vector<u32> blocks;
        for (u32 i = 0; i < 13; ++i)
            follow(blocks, image_.get(node_at(number) + 12 + 3 * i, 3), i < 10 ? 0 : i - 9, count,
                   number);
        return blocks;
    }
    void visit(u32 number, u32 parent) {
        if (++links_[number] > 1) return;
        u32 const kind = image_.get(node_at(number), 2) & 0170000;
        if (kind == 0100000 || kind == 0120000) blocks_of(number);
        if (kind == 0040000) visit_directory(number, parent);
    }
    void visit_directory(u32 number, u32 parent) {
        u32 const size = image_.get(node_at(number) + 8, 4);
        std::vector<u32> const blocks = blocks_of(number);
        for (u32 place = 0; place < size; place += 16) {
            u64 const slot = u64(blocks[place / making_.block_bytes]) * making_.block_bytes +
                             place % making_.block_bytes;
            u32 const target = image_.get(slot, 2);
            if (place < 32) {
                expect(target == (place == 0 ? number : parent), "an own name leads astray");
                ++links_[target];
            } else if (target != 0) {
                visit(target, number);
            }
        }
    }
    void check_nodes() {
        u32 const nodes = (first_ - 2) * making_.block_bytes / 64;
        u32 free = 0;
        for (u32 number = 2; number <= nodes; ++number) {
            bool const is_there = image_.get(node_at(number), 2) != 0;
            u32 const links = links_.contains(number) ? links_[number] : 0;
            expect(is_there == (links != 0),
                   "node " + std::to_string(number) + " has " + std::to_string(links) + " names");
            if (is_there)
                expect(image_.get(node_at(number) + 2, 2) == links, "a count of names is wrong");
            free += !is_there;
        }
        u32 const counted = image_.get(512 + (making_.is_release_2 ? 430 : 436), 2);
        expect(free == counted, "the count of nodes is wrong");
    }
    u32 count_free() {
        u32 total = 0;
        u64 chunk = 512 + (making_.is_release_2 ? 6 : 8);
        for (;;) {
            u32 const count = image_.get(chunk, 2);
            u32 last = 0;
            for (u32 i = count; i-- > 0;) {
                last = image_.get(chunk + (making_.is_release_2 ? 2 : 4) + 4 * i, 4);
                if (last == 0 || !claim(last, is_free)) return total;
                ++total;
            }
            if (count == 0) return total;
            chunk = u64(last) * making_.block_bytes;
        }
    }

    std::vector<u8> disk_;
    Image image_;
    Making making_;
    std::string problems_;
    u32 first_ = 0;
    std::vector<u32> owners_;
    std::map<u32, u32> links_;
};

} // namespace flat::fs::sysv::testing
