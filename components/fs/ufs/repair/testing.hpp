// SPDX-License-Identifier: BSD-2-Clause
// Repairs disks with FFS that have lost their power, as fsck_ffs does it (McKusick 1985): what
// nodes and names say is believed as far as it can be true, and maps and counts are made of that.
#pragma once

#include <fs/ufs/numbers/testing.hpp>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

namespace flat::fs::ufs::testing {

/// A fragment that two nodes have is that of the one whose tables are in order, of directories
/// before others. A node that has lost its names gets one in the root, `#` and its number, if there
/// is room. The superblock is believed, where groups have their maps, and that there is a root.
class Repair : Numbers {
public:
    explicit Repair(std::vector<u8>& disk) : Numbers(disk), bytes_(disk) {}

    void run() {
        if (!find_super_block()) return;
        owned_.assign(fragments_, false);
        claim_metadata();
        for_nodes([&](u32 number) { end_if_impossible(number); });
        for (bool const is_sound : {true, false})
            for (bool const is_directory : {true, false})
                for_nodes([&](u32 number) { claim_node(number, is_sound, is_directory); });
        visit(root, root);
        for_nodes([&](u32 number) {
            if (kind_of(number) != 0 && !links_.contains(number)) find_name_for(number);
        });
        for (auto const& [number, links] : links_)
            put<u16>(node_at(number) + 2, u16(links));
        for (u32 group = 0; group < groups_; ++group)
            make_group(group);
        say_whole();
    }

private:
    static constexpr u32 root = 2;
    static constexpr u32 chunk_bytes = 512;
    static constexpr u16 directory = 0040000;

    template<class T>
    void put(u64 offset, T value) {
        for (u32 i = 0; i < sizeof(T); ++i) {
            u32 const place = is_big_ ? u32(sizeof(T)) - 1 - i : i;
            bytes_.at(offset + place) = u8(value >> 8 * i);
        }
    }
    void put_pointer(u64 place, u64 value) {
        if (is_second_)
            put<u64>(place, value);
        else
            put<u32>(place, u32(value));
    }
    void clear(u64 begin, u64 bytes) {
        std::fill_n(bytes_.begin() + static_cast<long>(begin), bytes, u8(0));
    }
    void put_bit(u64 map, u64 bit, bool value) {
        u8& byte = bytes_.at(map + bit / 8);
        byte = u8((byte & ~(1u << bit % 8)) | u32(value) << bit % 8);
    }

    u32 pointer_bytes() const { return is_second_ ? 8 : 4; }
    u64 per_table() const { return block_bytes() / pointer_bytes(); }
    u16 kind_of(u32 number) const { return at<u16>(node_at(number)) & 0170000; }
    u64 size_of(u32 number) const { return at<u64>(size_at(number)); }
    u64 count_of(u32 number) const { return (size_of(number) + block_bytes() - 1) / block_bytes(); }
    bool has_blocks(u32 number) const {
        u16 const kind = kind_of(number);
        return kind == directory || kind == 0100000 || (kind == 0120000 && !is_short_link(number));
    }
    bool exists(u32 number) const {
        if (number < root || number >= u64(groups_) * group_nodes_) return false;
        u64 const known = is_second_ ? at<u32>(group_at(number / group_nodes_) + 120) : ~u64(0);
        return number % group_nodes_ < known;
    }
    template<class Call>
    void for_nodes(Call call) {
        for (u32 number = root; number < groups_ * group_nodes_; ++number)
            if (exists(number)) call(number);
    }

    void claim_metadata() {
        auto const own = [&](u64 first, u64 end) {
            for (u64 i = first; i < std::min(end, fragments_); ++i)
                owned_[i] = true;
        };
        for (u32 group = 0; group < groups_; ++group)
            own(group == 0 ? 0 : start(group) + word(8), start(group) + word(20));
        own(summary_, summary_ + (word(156) + fragment_bytes_ - 1) / fragment_bytes_);
    }
    void end_node(u32 number) { clear(node_at(number), is_second_ ? 256 : 128); }
    void end_if_impossible(u32 number) {
        static std::set<u16> const kinds{0010000, 0020000, directory, 0060000,
                                         0100000, 0120000, 0140000};
        bool const is_possible = kinds.contains(kind_of(number)) && size_of(number) >> 42 == 0 &&
                                 (kind_of(number) != directory || size_of(number) % 512 == 0);
        if (!is_possible) return end_node(number);
        if (!has_blocks(number)) put_sectors(number, 0);
    }

    /// One of a node's pointers or of a table's: where it lies, above how many tables, and which
    /// of the node's blocks it leads to first.
    struct Place {
        u64 at;
        u32 level;
        u64 first;
    };
    template<class Call>
    void for_pointers(u32 number, Call call) const {
        u64 first = 0, covered = 1;
        for (u32 i = 0; i < 15; ++i) {
            u32 const level = i < 12 ? 0 : i - 11;
            covered = level == 0 ? 1 : covered * per_table();
            call(Place{pointers_at(number) + i * pointer_bytes(), level, first});
            first += covered;
        }
    }
    template<class Call>
    void for_table(u64 table, Place const& of, Call call) const {
        u64 covered = 1;
        for (u32 i = 1; i < of.level; ++i)
            covered *= per_table();
        for (u64 i = 0; i < per_table(); ++i)
            call(Place{table * fragment_bytes_ + i * pointer_bytes(), of.level - 1,
                       of.first + i * covered});
    }
    /// How many fragments it leads to directly.
    u64 fragments_at(Place const& place, u32 number) const {
        return place.level != 0
                   ? per_block_
                   : fragments_of_block(place.first, count_of(number), size_of(number));
    }
    bool can_be(u64 value, u64 fragments) const {
        return value % per_block_ + fragments <= per_block_ && value < fragments_ &&
               fragments <= fragments_ - value;
    }
    bool is_sound(Place const& place, u32 number) const {
        u64 const value = pointer(place.at, 0);
        if (value == 0) return true;
        if (place.first >= count_of(number) || !can_be(value, fragments_at(place, number)))
            return false;
        bool all = true;
        if (place.level != 0)
            for_table(value, place,
                      [&](Place const& each) { all = all && is_sound(each, number); });
        return all;
    }

    void claim_node(u32 number, bool sound, bool directories) {
        bool const is_meant = has_blocks(number) && (kind_of(number) == directory) == directories;
        if (!is_meant || claimed_.contains(number)) return;
        bool all = true;
        for_pointers(number, [&](Place const& each) { all = all && is_sound(each, number); });
        if (all != sound) return;
        claimed_.insert(number);
        for_pointers(number, [&](Place const& each) { keep_or_drop(each, number); });
        cut(number, last_block(number, kind_of(number) == directory));
    }
    /// What cannot be a block of the node's is a hole then; so is a table of nothing.
    void keep_or_drop(Place const& place, u32 number) {
        u64 const value = pointer(place.at, 0);
        if (value == 0) return;
        u64 const count = fragments_at(place, number);
        bool is_free = place.first < count_of(number) && can_be(value, count);
        for (u64 i = 0; is_free && i < count; ++i)
            is_free = !owned_[value + i];
        if (!is_free) return put_pointer(place.at, 0);
        set_owned(value, count, true);
        if (place.level == 0) return;
        for_table(value, place, [&](Place const& each) { keep_or_drop(each, number); });
        end_empty_table(place);
    }
    void end_empty_table(Place const& place) {
        u64 const value = pointer(place.at, 0);
        bool is_empty = true;
        for_table(value, place,
                  [&](Place const& each) { is_empty = is_empty && pointer(each.at, 0) == 0; });
        if (!is_empty) return;
        set_owned(value, per_block_, false);
        put_pointer(place.at, 0);
    }
    void set_owned(u64 first, u64 count, bool value) {
        for (u64 i = first; i < first + count; ++i)
            owned_[i] = value;
    }

    u64 block_of(u32 number, u64 index) const {
        u64 found = 0;
        for_pointers(number, [&](Place const& each) { find(each, index, found); });
        return found;
    }
    void find(Place const& place, u64 index, u64& found) const {
        u64 const value = pointer(place.at, 0);
        if (value == 0 || place.first > index) return;
        if (place.level == 0 && place.first == index) found = value;
        if (place.level != 0)
            for_table(value, place, [&](Place const& each) { find(each, index, found); });
    }
    /// How many blocks a node has: up to the last that is none, or up to the first hole.
    u64 last_block(u32 number, bool ends_with_hole) const {
        u64 count = 0;
        if (ends_with_hole) {
            while (count < count_of(number) && block_of(number, count) != 0)
                ++count;
            return count;
        }
        for_pointers(number, [&](Place const& each) { look_for_last(each, count); });
        return count;
    }
    void look_for_last(Place const& place, u64& count) const {
        u64 const value = pointer(place.at, 0);
        if (value == 0) return;
        if (place.level == 0) count = std::max(count, place.first + 1);
        if (place.level != 0)
            for_table(value, place, [&](Place const& each) { look_for_last(each, count); });
    }
    /// Gives back all blocks after these, and has size and sectors say so.
    void cut(u32 number, u64 blocks) {
        for_pointers(number, [&](Place const& each) { drop_after(each, number, blocks); });
        put<u64>(size_at(number), std::min(size_of(number), blocks * block_bytes()));
        u64 fragments = 0;
        for_pointers(number,
                     [&](Place const& each) { fragments += count_fragments(each, number); });
        put_sectors(number, fragments * fragment_bytes_ / 512);
    }
    void put_sectors(u32 number, u64 sectors) {
        if (is_second_)
            put<u64>(node_at(number) + 24, sectors);
        else
            put<u32>(node_at(number) + 104, u32(sectors));
    }
    void drop_after(Place const& place, u32 number, u64 blocks) {
        u64 const value = pointer(place.at, 0);
        if (value == 0) return;
        if (place.level != 0) {
            for_table(value, place, [&](Place const& each) { drop_after(each, number, blocks); });
            return end_empty_table(place);
        }
        if (place.first < blocks) return;
        set_owned(value, fragments_at(place, number), false);
        put_pointer(place.at, 0);
    }
    u64 count_fragments(Place const& place, u32 number) const {
        u64 const value = pointer(place.at, 0);
        if (value == 0) return 0;
        u64 total = fragments_at(place, number);
        if (place.level != 0)
            for_table(value, place,
                      [&](Place const& each) { total += count_fragments(each, number); });
        return total;
    }

    /// A name in a directory, with what is unused after it.
    struct Entry {
        u64 at;
        u32 bytes;
        bool is_own; // `.` or `..`
    };
    u32 target(Entry const& entry) const { return at<u32>(entry.at); }
    std::string name(Entry const& entry) const {
        auto const* const text = reinterpret_cast<char const*>(&bytes_.at(entry.at + 8));
        return std::string(text, text + bytes_.at(entry.at + 7));
    }
    static u32 bytes_of_name(u64 size) { return u32(8 + size + 4) & ~3u; }
    bool is_entry(u64 place, u64 end) const {
        u32 const bytes = at<u16>(place + 4);
        return end - place >= 12 && bytes >= 12 && bytes % 4 == 0 && bytes <= end - place &&
               (at<u32>(place) == 0 || bytes >= bytes_of_name(bytes_.at(place + 7)));
    }
    /// The names of a chunk; where it makes no sense, it ends.
    std::vector<Entry> entries_of(u64 begin) {
        std::vector<Entry> entries;
        u64 const end = begin + chunk_bytes;
        for (u64 place = begin; place < end;) {
            if (!is_entry(place, end)) {
                if (place == begin) clear(begin, chunk_bytes);
                u64 const last = entries.empty() ? begin : entries.back().at;
                put<u16>(last + 4, u16(end - last));
                if (!entries.empty()) entries.back().bytes = u32(end - last);
                break;
            }
            entries.push_back({place, at<u16>(place + 4), false});
            place += at<u16>(place + 4);
        }
        return entries;
    }
    u64 chunk(u32 number, u64 place) const {
        return block_of(number, place / block_bytes()) * fragment_bytes_ + place % block_bytes();
    }
    template<class Call>
    void for_entries(u32 number, Call call) {
        for (u64 place = 0; place < size_of(number); place += chunk_bytes) {
            u32 index = 0;
            for (Entry& each : entries_of(chunk(number, place))) {
                each.is_own = place == 0 && index++ < 2;
                call(each);
            }
        }
    }
    /// The directory that a directory says it is in; 0 if it has no names of its own.
    u32 parent_of(u32 number) {
        if (size_of(number) == 0) return 0;
        std::vector<Entry> const entries = entries_of(chunk(number, 0));
        bool const has_own = entries.size() >= 2 && target(entries[0]) != 0 &&
                             target(entries[1]) != 0 && name(entries[0]) == "." &&
                             name(entries[1]) == "..";
        return has_own ? target(entries[1]) : 0;
    }
    bool is_name(Entry const& entry) const {
        std::string const text = name(entry);
        return !text.empty() && text != "." && text != ".." &&
               text.find_first_of(std::string("/\0", 2)) == std::string::npos;
    }
    bool may_lead(u32 target, u32 from) {
        if (target <= root || !exists(target) || kind_of(target) == 0) return false;
        if (kind_of(target) != directory) return true;
        return !links_.contains(target) && parent_of(target) == from;
    }
    void write_entry(u64 place, u32 number, std::string const& name) {
        put<u32>(place, number);
        bytes_.at(place + 6) = u8(at<u16>(node_at(number)) >> 12);
        bytes_.at(place + 7) = u8(name.size());
        std::copy(name.begin(), name.end(), bytes_.begin() + static_cast<long>(place + 8));
        bytes_.at(place + 8 + name.size()) = 0;
    }

    void visit(u32 number, u32 parent) {
        if (parent_of(number) == 0) return give_up(number);
        ++links_[number];
        ++links_[parent];
        std::set<std::string> names;
        u32 own = 0;
        for_entries(number, [&](Entry const& each) {
            if (each.is_own) return write_entry(each.at, own++ == 0 ? number : parent, name(each));
            u32 const to = target(each);
            bool const is_kept =
                to != 0 && is_name(each) && may_lead(to, number) && names.insert(name(each)).second;
            if (!is_kept) return put<u32>(each.at, 0);
            write_entry(each.at, to, name(each));
            ++links_[to];
            if (kind_of(to) != directory) return;
            directories_[to / group_nodes_]++;
            visit(to, number);
        });
    }
    /// Nobody can reach it.
    void give_up(u32 number) {
        if (has_blocks(number)) cut(number, 0);
        links_.erase(number);
        end_node(number);
    }

    void find_name_for(u32 number) {
        std::string const name = "#" + std::to_string(number);
        bool is_done = kind_of(number) == directory && parent_of(number) == 0;
        if (!is_done)
            for_entries(root, [&](Entry const& each) {
                u32 const used = target(each) == 0 ? 0 : bytes_of_name(this->name(each).size());
                if (is_done || each.bytes - used < bytes_of_name(name.size())) return;
                is_done = true;
                if (used != 0) put<u16>(each.at + 4, u16(used));
                put<u16>(each.at + used + 4, u16(each.bytes - used));
                write_entry(each.at + used, number, name);
                ++links_[number];
            });
        if (!links_.contains(number)) return give_up(number);
        if (kind_of(number) != directory) return;
        directories_[number / group_nodes_]++;
        visit(number, root);
    }

    /// Maps and counts of a group, and what the summary says of it.
    void make_group(u32 group) {
        u64 const place = group_at(group);
        i64 counts[4] = {}; // directories, free blocks, free nodes, free fragments
        counts[0] = directories_[group] + (group == 0); // the root
        for (u32 i = 0; i < group_nodes_; ++i) {
            u32 const number = group * group_nodes_ + i;
            bool const is_used = number < root || links_.contains(number);
            put_bit(place + at<u32>(place + 92), i, is_used);
            counts[2] += !is_used;
        }
        make_fragment_maps(group, place, counts);
        for (u32 i = 0; i < 4; ++i) {
            put<u32>(place + 24 + 4 * i, u32(counts[i]));
            put<u32>(summary_ * fragment_bytes_ + 16 * group + 4 * i, u32(counts[i]));
            totals_[i] += counts[i];
        }
    }
    void make_fragment_maps(u32 group, u64 place, i64 (&counts)[4]) {
        u64 const base = u64(group) * group_fragments_;
        u64 const end = std::min<u64>(group_fragments_, fragments_ - base);
        u32 const cluster_max = word(1316);
        std::vector<u32> runs(9), clusters(17);
        u32 cluster = 0;
        for (u64 begin = 0; begin < end; begin += per_block_) {
            u32 bits = 0;
            for (u32 i = 0; i < per_block_ && begin + i < end; ++i) {
                bool const is_free = !owned_[base + begin + i];
                put_bit(place + at<u32>(place + 96), begin + i, is_free);
                bits |= u32(is_free) << i;
            }
            bool const is_whole = bits == (1u << per_block_) - 1;
            counts[is_whole ? 1 : 3] += is_whole ? 1 : std::popcount(bits);
            if (!is_whole) count_runs(bits, runs);
            if (cluster_max == 0) continue;
            put_bit(place + at<u32>(place + 108), begin / per_block_, is_whole);
            if (!is_whole && cluster != 0) ++clusters[std::min(cluster, cluster_max)];
            cluster = is_whole ? cluster + 1 : 0;
        }
        if (cluster != 0) ++clusters[std::min(cluster, cluster_max)];
        for (u32 i = 1; i < per_block_; ++i)
            put<u32>(place + 52 + 4 * i, runs[i]);
        for (u32 i = 1; i <= cluster_max; ++i)
            put<u32>(place + at<u32>(place + 104) + 4 * i, clusters[i]);
    }
    static void count_runs(u32 bits, std::vector<u32>& runs) {
        for (u32 length = 0; bits != 0 || length != 0; bits >>= 1) {
            if (!(bits & 1) && length != 0) ++runs[length];
            length = bits & 1 ? length + 1 : 0;
        }
    }
    void say_whole() {
        for (u32 i = 0; i < 4; ++i) {
            put<u64>(super_ + 1008 + 8 * i, u64(totals_[i]));
            if (!is_second_) put<u32>(super_ + 192 + 4 * i, u32(totals_[i]));
        }
        bytes_.at(super_ + 209) = 1;
    }

    std::vector<u8>& bytes_;
    std::vector<bool> owned_;
    std::set<u32> claimed_;
    std::map<u32, u32> links_;
    std::map<u32, u32> directories_;
    i64 totals_[4] = {};
};

} // namespace flat::fs::ufs::testing
