// SPDX-License-Identifier: BSD-2-Clause
// What a node of FAT is besides what nodes of all formats are.
#include <fs/fat/record.hpp>

namespace flat::fs::fat {

namespace {

constexpr u32 write_bits = 0222;

} // namespace

u32 mode_of(u8 attributes) {
    u32 const mode = attributes & ShortEntry::folder ? 0755 : 0644;
    return mode & ~(attributes & ShortEntry::read_only ? write_bits : 0);
}

Facts Place::facts() const {
    return {.number = number,
            .kind = entry.is_directory() ? Node::Kind::directory : Node::Kind::file,
            .mode = mode_of(entry.attributes),
            .links = 1,
            .accessed_ns = entry.accessed.ns(),
            .modified_ns = entry.modified.ns(),
            .changed_ns = entry.modified.ns()};
}

void Record::update(u64 size_bytes) {
    Facts& facts = node_.facts();
    bool const is_read_only = (facts.mode & write_bits) == 0;
    u32 const others = entry_.attributes & ~u32{ShortEntry::read_only};
    entry_.attributes =
        static_cast<u8>(others | (is_read_only ? u32{ShortEntry::read_only} : u32(0)));
    entry_.accessed = Moment::of(facts.accessed_ns);
    entry_.modified = Moment::of(facts.modified_ns);
    entry_.cluster = chain_.first();
    entry_.size_bytes = node_.is_directory() ? 0 : static_cast<u32>(size_bytes);
    facts.mode = mode_of(entry_.attributes);
    facts.accessed_ns = Moment{entry_.accessed.date, 0}.ns();
    facts.modified_ns = entry_.modified.ns();
}

} // namespace flat::fs::fat
