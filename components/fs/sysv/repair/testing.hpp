// SPDX-License-Identifier: BSD-2-Clause
// Repairs disks of System V's format that have lost their power, as fsck does it (Kowalski 1978):
// what tables say is believed as far as it can be true, and everything else is made to fit.
#pragma once

#include <fs/sysv/checker/testing.hpp>

#include <algorithm>
#include <cstring>
#include <set>

namespace flat::fs::sysv::testing {

/// Reads and writes the disk by itself, without anything of the component's. A block that two nodes
/// have is that of the one whose tables are in order, of directories before others. A node that has
/// lost its names gets one in the root, `#` and its number.
class Repair {
public:
    Repair(std::vector<u8>& disk, Making const& making)
        : disk_(disk), image_(disk, making.is_big_endian), making_(making),
          first_(image_.get(512, 2)), nodes_((first_ - 2) * making.block_bytes / node_bytes),
          owners_(making.blocks) {}

    void run() {
        end_impossible_nodes();
        for (bool const is_sound : {true, false})
            for (bool const is_directory : {true, false})
                claim_blocks(is_sound, is_directory);
        visit(root, root);
        for (u32 number = root + 1; number <= nodes_; ++number)
            if (kind_of(number) != 0 && !links_.contains(number)) find_name_for(number);
        count_links();
        make_free_list();
        say_whole();
    }

private:
    static constexpr u32 root = 2;
    static constexpr u32 node_bytes = 64;
    static constexpr u32 name_bytes = 14;
    static constexpr u32 slot_bytes = 16;
    static constexpr u32 directory = 0040000;
    static constexpr u32 free_max = 50;

    u64 node_at(u32 number) const {
        return u64(2) * making_.block_bytes + u64(number - 1) * node_bytes;
    }
    u64 pointer_at(u32 number, u32 index) const { return node_at(number) + 12 + 3 * index; }
    u64 block_at(u32 block) const { return u64(block) * making_.block_bytes; }
    u32 kind_of(u32 number) const { return image_.get(node_at(number), 2) & 0170000; }
    u32 size_of(u32 number) const { return image_.get(node_at(number) + 8, 4); }
    u32 count_of(u32 number) const {
        return (size_of(number) + making_.block_bytes - 1) / making_.block_bytes;
    }
    u32 per_table() const { return making_.block_bytes / 4; }
    bool is_data(u32 block) const { return block >= first_ && block < making_.blocks; }
    bool has_blocks(u32 number) const {
        u32 const kind = kind_of(number);
        return kind == directory || kind == 0100000 || kind == 0120000;
    }

    void end_node(u32 number) {
        std::fill_n(disk_.begin() + static_cast<long>(node_at(number)), node_bytes, u8(0));
    }
    void end_impossible_nodes() {
        static std::set<u32> const kinds{0010000, 0020000, directory, 0060000, 0100000, 0120000};
        for (u32 number = root; number <= nodes_; ++number) {
            bool const is_possible = kinds.contains(kind_of(number)) && size_of(number) >> 31 == 0;
            if (!is_possible) end_node(number);
        }
    }

    /// Whether all that a pointer leads to are blocks, in tables too, and none past the end.
    bool is_sound(u32 block, u32 level, u64 first, u64 count) const {
        if (block == 0) return true;
        if (!is_data(block) || first >= count) return false;
        if (level == 0) return true;
        u64 covered = 1;
        for (u32 i = 1; i < level; ++i)
            covered *= per_table();
        for (u32 i = 0; i < per_table(); ++i)
            if (!is_sound(image_.get(block_at(block) + 4 * i, 4), level - 1, first + i * covered,
                          count))
                return false;
        return true;
    }
    /// Calls with the place, the level and the first block of each of a node's pointers.
    template<class Call>
    void for_pointers(u32 number, Call call) const {
        u64 first = 0, covered = 1;
        for (u32 i = 0; i < 13; ++i) {
            u32 const level = i < 10 ? 0 : i - 9;
            covered = level == 0 ? 1 : covered * per_table();
            call(pointer_at(number, i), level, first);
            first += covered;
        }
    }
    bool is_sound(u32 number) const {
        bool all = true;
        for_pointers(number, [&](u64 place, u32 level, u64 first) {
            all = all && is_sound(image_.get(place, 3), level, first, count_of(number));
        });
        return all;
    }

    void claim_blocks(bool sound, bool directories) {
        for (u32 number = root; number <= nodes_; ++number) {
            bool const is_meant =
                has_blocks(number) && (kind_of(number) == directory) == directories;
            if (!is_meant || owned_.contains(number) || is_sound(number) != sound) continue;
            owned_.insert(number);
            for_pointers(number, [&](u64 place, u32 level, u64 first) {
                keep_or_drop(place, 3, level, first, count_of(number));
            });
        }
    }
    /// What cannot be a block of the node's is a hole then.
    void keep_or_drop(u64 place, u32 bytes, u32 level, u64 first, u64 count) {
        u32 const block = image_.get(place, bytes);
        if (block == 0) return;
        if (!is_data(block) || owners_[block] || first >= count) return image_.put(place, bytes, 0);
        owners_[block] = true;
        if (level == 0) return;
        u64 covered = 1;
        for (u32 i = 1; i < level; ++i)
            covered *= per_table();
        for (u32 i = 0; i < per_table(); ++i)
            keep_or_drop(block_at(block) + 4 * i, 4, level - 1, first + i * covered, count);
    }

    /// The block of a directory, which has none but direct ones and those of the first table.
    u32 block_of(u32 number, u32 index) const {
        if (index < 10) return image_.get(pointer_at(number, index), 3);
        u32 const table = image_.get(pointer_at(number, 10), 3);
        return table == 0 || index - 10 >= per_table()
                   ? 0
                   : image_.get(block_at(table) + 4 * (index - 10), 4);
    }
    /// A directory ends where it has no block any more.
    void cut_directory(u32 number) {
        u32 blocks = 0;
        while (blocks < count_of(number) && block_of(number, blocks) != 0)
            ++blocks;
        u32 const size = std::min(size_of(number), blocks * making_.block_bytes) / slot_bytes;
        image_.put(node_at(number) + 8, 4, size * slot_bytes);
        for_pointers(number, [&](u64 place, u32 level, u64 first) {
            drop_after(place, 3, level, first, count_of(number));
        });
    }
    void drop_after(u64 place, u32 bytes, u32 level, u64 first, u64 count) {
        u32 const block = image_.get(place, bytes);
        if (block == 0) return;
        for (u32 i = 0; level == 1 && i < per_table(); ++i)
            drop_after(block_at(block) + 4 * i, 4, 0, first + i, count);
        if (first < count) return;
        owners_[block] = false;
        image_.put(place, bytes, 0);
    }

    u64 slot(u32 number, u32 place) const {
        return block_at(block_of(number, place / making_.block_bytes)) +
               place % making_.block_bytes;
    }
    u32 parent_of(u32 number) const {
        bool const has_own = size_of(number) >= 2 * slot_bytes && block_of(number, 0) != 0 &&
                             disk_.at(slot(number, slot_bytes) + 2) == '.' &&
                             disk_.at(slot(number, slot_bytes) + 3) == '.';
        return has_own ? image_.get(slot(number, slot_bytes), 2) : 0;
    }
    void write_name(u64 at, u32 target, std::string const& name) {
        image_.put(at, 2, target);
        for (u32 i = 0; i < name_bytes; ++i)
            disk_.at(at + 2 + i) = i < name.size() ? u8(name[i]) : 0;
    }
    bool is_name(u64 at) const {
        auto const* const name = &disk_.at(at + 2);
        u32 const size = static_cast<u32>(std::find(name, name + name_bytes, 0) - name);
        std::string const text(name, name + size);
        return size != 0 && text != "." && text != ".." && text.find('/') == std::string::npos &&
               std::all_of(name + size, name + name_bytes, [](u8 each) { return each == 0; });
    }
    /// Whether a name may lead there: directories have one name, in the one that they call theirs.
    bool may_lead(u32 target, u32 from) const {
        if (target <= root || target > nodes_ || kind_of(target) == 0) return false;
        if (kind_of(target) != directory) return true;
        return !links_.contains(target) && parent_of(target) == from;
    }

    void visit(u32 number, u32 parent) {
        cut_directory(number);
        if (size_of(number) < 2 * slot_bytes) return give_up(number);
        write_name(slot(number, 0), number, ".");
        write_name(slot(number, slot_bytes), parent, "..");
        ++links_[number];
        ++links_[parent];
        std::set<std::string> names;
        for (u32 place = 2 * slot_bytes; place < size_of(number); place += slot_bytes) {
            u64 const at = slot(number, place);
            u32 const target = image_.get(at, 2);
            std::string const name(&disk_.at(at + 2), &disk_.at(at + 2) + name_bytes);
            bool const is_kept =
                target != 0 && is_name(at) && may_lead(target, number) && names.insert(name).second;
            if (!is_kept) {
                write_name(at, 0, "");
                continue;
            }
            ++links_[target];
            if (kind_of(target) == directory) visit(target, number);
            if (kind_of(target) == 0) write_name(at, 0, "");
        }
    }
    /// A directory without names of its own has been nothing yet.
    void give_up(u32 number) {
        for_pointers(number, [&](u64 place, u32 level, u64 first) {
            drop_after(place, 3, level, first, 0);
        });
        links_.erase(number);
        end_node(number);
    }

    void find_name_for(u32 number) {
        u32 place = 2 * slot_bytes;
        while (place < size_of(root) && image_.get(slot(root, place), 2) != 0)
            place += slot_bytes;
        if (place == size_of(root) && !grow_root()) return give_up(number);
        write_name(slot(root, place), number, "#" + std::to_string(number));
        ++links_[number];
        if (kind_of(number) == directory) visit(number, root);
        if (kind_of(number) == 0) write_name(slot(root, place), 0, "");
    }
    bool grow_root() {
        u32 const size = size_of(root);
        u32 const index = size / making_.block_bytes;
        if (size % making_.block_bytes == 0) {
            u32 block = first_;
            while (block < making_.blocks && owners_[block])
                ++block;
            if (block == making_.blocks || index >= 10) return false;
            owners_[block] = true;
            std::fill_n(disk_.begin() + static_cast<long>(block_at(block)), making_.block_bytes,
                        u8(0));
            image_.put(pointer_at(root, index), 3, block);
        }
        image_.put(node_at(root) + 8, 4, size + slot_bytes);
        return true;
    }

    void count_links() {
        for (auto const& [number, links] : links_)
            image_.put(node_at(number) + 2, 2, links);
    }

    /// The list of what nobody has, as it is on a disk that was made anew.
    void make_free_list() {
        bool const is_old = making_.is_release_2;
        u64 const list = 512 + (is_old ? 6 : 8);
        u64 const numbers = 512 + (is_old ? 8 : 12);
        u32 count = 1, total = 0;
        image_.put(numbers, 4, 0); // its end
        for (u32 block = making_.blocks - 1; block >= first_; --block) {
            if (owners_[block]) continue;
            if (count == free_max) {
                image_.put(block_at(block), 2, count);
                for (u32 i = 0; i < count; ++i)
                    image_.put(block_at(block) + (is_old ? 2 : 4) + 4 * i, 4,
                               image_.get(numbers + 4 * i, 4));
                count = 0;
            }
            image_.put(numbers + 4 * count++, 4, block);
            ++total;
        }
        image_.put(list, 2, count);
        image_.put(512 + (is_old ? 426 : 432), 4, total);
    }
    void say_whole() {
        bool const is_old = making_.is_release_2;
        u32 free = 0;
        for (u32 number = root; number <= nodes_; ++number)
            free += kind_of(number) == 0;
        image_.put(512 + (is_old ? 430 : 436), 2, free);
        image_.put(512 + (is_old ? 208 : 212), 2, 0); // numbers of free nodes that it knows
        image_.put(512 + 500, 4, 0x7c269d38 - image_.get(512 + (is_old ? 414 : 420), 4));
    }

    std::vector<u8>& disk_;
    Image image_;
    Making const& making_;
    u32 first_;
    u32 nodes_;
    std::vector<bool> owners_;
    std::set<u32> owned_;
    std::map<u32, u32> links_;
};

} // namespace flat::fs::sysv::testing
