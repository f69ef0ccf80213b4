// SPDX-License-Identifier: BSD-2-Clause
// What a node of FAT is besides what nodes of all formats are.
#include <fs/fat/record.hpp>

namespace flat::fs::fat {

Facts Place::facts() const {
    u32 const mode = entry.is_directory() ? 0755 : 0644;
    u32 const writers = entry.attributes & ShortEntry::read_only ? 0222 : 0;
    return {.number = number,
            .kind = entry.is_directory() ? Node::Kind::directory : Node::Kind::file,
            .mode = mode & ~writers,
            .links = 1,
            .accessed_ns = entry.accessed.ns(),
            .modified_ns = entry.modified.ns(),
            .changed_ns = entry.modified.ns()};
}

} // namespace flat::fs::fat
