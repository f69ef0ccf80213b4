// SPDX-License-Identifier: BSD-2-Clause
// What is wrong with a disk with FFS: what fsck_ffs finds, which no package of Debian's has.
#pragma once

#include <fs/ufs/numbers/testing.hpp>

#include <bit>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace flat::fs::ufs::testing {

/// Reads the disk by itself, without anything of the component's. Nodes are followed from the root;
/// then tables, bitmaps and counts must say the same.
class Checker : Numbers {
public:
    explicit Checker(std::vector<u8> const& disk) : Numbers(disk) {}

    /// One line for each; nothing if the disk is sound.
    std::string problems() {
        if (!find_super_block()) return "no superblock\n";
        if (disk_[super_ + 209] != 1) say("it was not left whole");
        owners_.assign(fragments_, 0);
        claim_metadata();
        visit_directory(2, 2);
        for (u32 group = 0; group < groups_; ++group)
            check_group(group);
        check_totals();
        return problems_;
    }

private:
    static constexpr u32 metadata = 1;

    struct Counts {
        i64 values[4] = {}; // directories, free blocks, free nodes, free fragments
    };

    void say(std::string const& problem) {
        if (problems_.size() < 4000) problems_ += problem + "\n";
    }
    void expect(bool is_true, std::string const& otherwise) {
        if (!is_true) say(otherwise);
    }
    static std::string text(u64 number) { return std::to_string(number); }

    void claim(u64 first, u64 count, u32 owner) {
        for (u64 i = first; i < first + count; ++i) {
            if (i >= fragments_) return say("node " + text(owner) + " leaves the disk");
            if (owners_[i] != 0)
                say("fragment " + text(i) + " is that of " + text(owner) + " and of " +
                    text(owners_[i]));
            owners_[i] = owner;
        }
    }
    void claim_metadata() {
        for (u32 group = 0; group < groups_; ++group) {
            u64 const begin = group == 0 ? 0 : start(group) + word(8);
            claim(begin, start(group) + word(20) - begin, metadata);
        }
        claim(summary_, (word(156) + fragment_bytes_ - 1) / fragment_bytes_, metadata);
    }

    /// The fragment of each block of a node, of tables too, counted in fragments.
    struct Contents {
        std::vector<u64> blocks; // in order, 0: a hole
        u64 fragments = 0;
    };
    void follow(Contents& contents, u64 pointer_value, u32 level, u64 count, u32 number) {
        u64 const per_table = block_bytes() / (is_second_ ? 8 : 4);
        u64 covered = 1;
        for (u32 i = 0; i < level; ++i)
            covered *= per_table;
        if (pointer_value == 0) {
            for (u64 i = 0; i < covered && contents.blocks.size() < count; ++i)
                contents.blocks.push_back(0);
            return;
        }
        claim(pointer_value, per_block_, number);
        expect(pointer_value % per_block_ == 0, "a block of " + text(number) + " is askew");
        contents.fragments += per_block_;
        if (level == 0) return contents.blocks.push_back(pointer_value);
        bool is_empty = true;
        for (u64 i = 0; i < per_table; ++i) {
            u64 const next = pointer(pointer_value * fragment_bytes_, i);
            is_empty = is_empty && next == 0;
            if (contents.blocks.size() < count)
                follow(contents, next, level - 1, count, number);
            else
                expect(next == 0, "node " + text(number) + " has blocks past its end");
        }
        expect(!is_empty, "node " + text(number) + " has a table of nothing");
    }
    Contents contents_of(u32 number, u64 size) {
        u64 const pointers = pointers_at(number);
        u64 const count = (size + block_bytes() - 1) / block_bytes();
        Contents contents;
        for (u64 i = 0; i < 12; ++i) {
            u64 const value = pointer(pointers, i);
            if (i >= count) expect(value == 0, "node " + text(number) + " has more than its size");
            if (i >= count) continue;
            u64 const needed = fragments_of_block(i, count, size);
            contents.blocks.push_back(value);
            if (value == 0) continue;
            claim(value, needed, number);
            expect(value % per_block_ + needed <= per_block_, "a tail leaves its block");
            contents.fragments += needed;
        }
        for (u32 level = 1; level <= 3; ++level) {
            u64 const value = pointer(pointers, 11 + level);
            if (contents.blocks.size() < count)
                follow(contents, value, level, count, number);
            else
                expect(value == 0, "node " + text(number) + " has a table past its end");
        }
        if (count != 0)
            expect(contents.blocks.back() != 0, "node " + text(number) + " ends with a hole");
        return contents;
    }

    /// Each node once; directories by their names.
    void visit(u32 number, u32 parent) {
        if (++links_[number] > 1) return;
        if (number >= u64(groups_) * group_nodes_) return say("no such node: " + text(number));
        u64 const node = node_at(number);
        u16 const kind = at<u16>(node) & 0170000;
        u64 const size = at<u64>(size_at(number));
        if (kind == 0040000) {
            --links_[number];
            return visit_directory(number, parent);
        }
        Contents contents;
        if ((kind == 0100000 || kind == 0120000) && !is_short_link(number))
            contents = contents_of(number, size);
        check_sectors(number, contents);
    }
    void check_sectors(u32 number, Contents const& contents) {
        u64 const node = node_at(number);
        u64 const sectors = is_second_ ? at<u64>(node + 24) : at<u32>(node + 104);
        expect(sectors == contents.fragments * fragment_bytes_ / 512,
               "node " + text(number) + " counts " + text(sectors) + " sectors, has " +
                   text(contents.fragments) + " fragments");
    }
    void visit_directory(u32 number, u32 parent) {
        if (number == 2 ? is_root_visited_ : ++links_[number] > 1)
            return say("directory " + text(number) + " is met twice");
        is_root_visited_ = true;
        directories_[u32(number / group_nodes_)]++;
        u64 const size = at<u64>(size_at(number));
        Contents const contents = contents_of(number, size);
        check_sectors(number, contents);
        expect(size % 512 == 0 && size != 0, "directory " + text(number) + " has a bad size");
        for (u64 place = 0; place < size; place += 512) {
            u64 const block = contents.blocks[place / block_bytes()];
            visit_chunk(block * fragment_bytes_ + place % block_bytes(), number, parent, place);
        }
    }
    void visit_chunk(u64 begin, u32 number, u32 parent, u64 place) {
        u32 index = 0;
        for (u64 offset = 0; offset < 512; ++index) {
            u64 const entry = begin + offset;
            u32 const target = at<u32>(entry);
            u32 const bytes = at<u16>(entry + 4);
            u32 const name_bytes = disk_[entry + 7];
            if (bytes == 0 || bytes % 4 != 0 || offset + bytes > 512 ||
                (target != 0 && bytes < ((8 + name_bytes + 4) & ~3u)))
                return say("directory " + text(number) + " has a bad entry");
            std::string const name(reinterpret_cast<char const*>(&disk_[entry + 8]), name_bytes);
            offset += bytes;
            if (target == 0) continue;
            expect(disk_[entry + 8 + name_bytes] == 0, "a name does not end with 0");
            expect(disk_[entry + 6] == at<u16>(node_at(target)) >> 12, "a type is wrong: " + name);
            if (place == 0 && index < 2) {
                expect(name == (index == 0 ? "." : ".."), "an own name is missing");
                expect(target == (index == 0 ? number : parent), "an own name leads astray");
                ++links_[target];
            } else {
                visit(target, number);
            }
        }
    }

    void check_group(u32 group) {
        u64 const place = group_at(group);
        expect(at<u32>(place + 4) == 0x090255 && at<u32>(place + 12) == group, "no group");
        Counts counts;
        counts.values[0] = directories_[group];
        check_nodes(group, place, counts);
        check_fragments(group, place, counts);
        for (u32 i = 0; i < 4; ++i) {
            std::string const of = " of group " + text(group) + ", counter " + text(i);
            expect(at<u32>(place + 24 + 4 * i) == counts.values[i],
                   "wrong count" + of + ": " + text(at<u32>(place + 24 + 4 * i)) + ", not " +
                       text(u64(counts.values[i])));
            expect(at<u32>(summary_ * fragment_bytes_ + 16 * group + 4 * i) == counts.values[i],
                   "wrong summary" + of);
            totals_.values[i] += counts.values[i];
        }
    }
    void check_nodes(u32 group, u64 place, Counts& counts) {
        for (u32 i = 0; i < group_nodes_; ++i) {
            u32 const number = group * group_nodes_ + i;
            bool const is_used = disk_[place + at<u32>(place + 92) + i / 8] >> i % 8 & 1;
            if (!is_used) ++counts.values[2];
            bool const is_known = !is_second_ || i < at<u32>(place + 120);
            bool const has_mode = is_known && at<u16>(node_at(number)) != 0;
            auto const found = links_.find(number);
            u32 const links = found == links_.end() ? 0 : found->second;
            if (number < 2) continue;
            expect(is_used == (links != 0) && has_mode == (links != 0),
                   "node " + text(number) + ": " + text(links) + " names, bit " + text(is_used));
            if (has_mode)
                expect(at<u16>(node_at(number) + 2) == links,
                       "node " + text(number) + " has " + text(links) + " names, not " +
                           text(at<u16>(node_at(number) + 2)));
            if (!has_mode && is_known)
                expect(pointer(pointers_at(number), 0) == 0 && at<u64>(size_at(number)) == 0,
                       "node " + text(number) + " is partly there");
        }
    }
    void check_fragments(u32 group, u64 place, Counts& counts) {
        u64 const base = u64(group) * group_fragments_;
        u64 const end = std::min<u64>(group_fragments_, fragments_ - base);
        std::vector<u32> runs(9), clusters(17);
        u32 cluster = 0;
        u32 const cluster_max = word(1316);
        for (u64 begin = 0; begin < end; begin += per_block_) {
            u32 bits = 0;
            for (u32 i = 0; i < per_block_ && begin + i < end; ++i) {
                u64 const bit = begin + i;
                bool const is_free = disk_[place + at<u32>(place + 96) + bit / 8] >> bit % 8 & 1;
                expect(is_free == (owners_[base + bit] == 0),
                       "fragment " + text(base + bit) + " of " + text(owners_[base + bit]) +
                           " has bit " + text(is_free));
                bits |= u32(is_free) << i;
            }
            bool const is_whole = bits == (1u << per_block_) - 1;
            count_block(bits, is_whole, counts, runs);
            if (cluster_max == 0) continue;
            u64 const block = begin / per_block_;
            expect((disk_[place + at<u32>(place + 108) + block / 8] >> block % 8 & 1) == is_whole,
                   "the cluster map is wrong at " + text(base + begin));
            if (!is_whole && cluster != 0) ++clusters[std::min(cluster, cluster_max)];
            cluster = is_whole ? cluster + 1 : 0;
        }
        if (cluster != 0) ++clusters[std::min(cluster, cluster_max)];
        for (u32 i = 1; i < per_block_; ++i)
            expect(at<u32>(place + 52 + 4 * i) == runs[i], "runs of " + text(i) + " are wrong");
        for (u32 i = 1; i <= cluster_max; ++i)
            expect(at<u32>(place + at<u32>(place + 104) + 4 * i) == clusters[i],
                   "clusters of " + text(i) + " in group " + text(group) + " are wrong");
    }
    static void count_block(u32 bits, bool is_whole, Counts& counts, std::vector<u32>& runs) {
        if (is_whole) {
            ++counts.values[1];
            return;
        }
        counts.values[3] += std::popcount(bits);
        for (u32 length = 0; bits != 0 || length != 0; bits >>= 1) {
            if (!(bits & 1) && length != 0) ++runs[length];
            length = bits & 1 ? length + 1 : 0;
        }
    }
    void check_totals() {
        for (u32 i = 0; i < 4; ++i) {
            std::string const of = "wrong total, counter " + text(i);
            expect(at<u64>(super_ + 1008 + 8 * i) == u64(totals_.values[i]), of);
            if (!is_second_) expect(word(192 + 4 * i) == totals_.values[i], of + ", old");
        }
    }

    std::string problems_;
    bool is_root_visited_ = false;
    std::vector<u32> owners_;
    std::map<u32, u32> links_;
    std::map<u32, u32> directories_;
    Counts totals_;
};

} // namespace flat::fs::ufs::testing
