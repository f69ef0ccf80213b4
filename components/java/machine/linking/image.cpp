// SPDX-License-Identifier: BSD-2-Clause
// The file `modules` of a packaged class library.
#include <java/machine/linking/image.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>

namespace flat::java {

namespace {

constexpr u32 image_magic = 0xcafedada;
constexpr u32 image_version = 1u << 16;
constexpr u32 hash_seed = 0x01000193;
constexpr u64 header_bytes = 28;
constexpr Text image_module = "java.base";
constexpr Text image_extension = "class";

/// What is said of a file (jdk.internal.jimage.ImageLocation).
enum LocationKind : u32 {
    location_end,
    module_,
    parent,
    base,
    extension_,
    offset_,
    compressed,
    uncompressed,
    location_kinds
};

u32 hash_more(u32 hash, Text text) {
    for (char const each : text)
        hash = (hash * hash_seed) ^ static_cast<u8>(each);
    return hash;
}

u32 hash_of_file(Text class_name, u32 from) {
    u32 hash = hash_more(from, "/java.base/");
    hash = hash_more(hash, class_name);
    return hash_more(hash, ".class") & 0x7fffffff;
}

} // namespace

u32 Image::number(u64 offset) const {
    if (offset + 4 > bytes_.size()) return 0;
    return load_little_endian_u32(bytes_.data() + offset);
}

/// A text of the table of strings, up to its zero.
Text Image::text(u64 offset) const {
    u64 const begin = strings_ + offset;
    u64 size = 0;
    while (begin + size < resources_ && bytes_[begin + size] != 0)
        ++size;
    return begin <= resources_ ? Text::from_bytes(bytes_.part(begin, size)) : Text();
}

Text Image::problem() {
    if (bytes_.size() < header_bytes || number(0) != image_magic)
        return "it is no image of modules";
    if (number(4) != image_version) return "it is an image of another version";
    table_length_ = number(16);
    redirect_ = header_bytes;
    offsets_ = redirect_ + u64{4} * table_length_;
    locations_ = offsets_ + u64{4} * table_length_;
    strings_ = locations_ + number(20);
    resources_ = strings_ + number(24);
    if (table_length_ == 0 || resources_ > bytes_.size()) return "it is incomplete";
    return {};
}

bool Image::is_at(u64 location, Text class_name, u64& offset, u64& size) const {
    u64 values[location_kinds] = {};
    for (u64 at = locations_ + location; at < strings_;) {
        u8 const head = bytes_[at++];
        u32 const kind = head >> 3;
        u32 const count = (head & 7u) + 1;
        if (kind == location_end) break;
        if (kind >= location_kinds || at + count > strings_) return false;
        for (u32 i = 0; i < count; ++i)
            values[kind] = values[kind] << 8 | bytes_[at++];
    }
    offset = resources_ + values[offset_];
    size = values[uncompressed];
    Text const folder = text(values[parent]);
    Text const name = text(values[base]);
    bool const is_name = folder.is_empty() ? class_name == name
                                           : class_name.size() == folder.size() + 1 + name.size() &&
                                                 class_name.first(folder.size()) == folder &&
                                                 class_name[folder.size()] == '/' &&
                                                 class_name.after(folder.size() + 1) == name;
    return is_name && values[compressed] == 0 && text(values[module_]) == image_module &&
           text(values[extension_]) == image_extension && values[offset_] < bytes_.size() &&
           offset <= bytes_.size() && size <= bytes_.size() - offset;
}

Span<u8 const> Image::find(Text class_name) const {
    if (table_length_ == 0) return {};
    u32 const first = hash_of_file(class_name, hash_seed) % table_length_;
    auto const redirect = static_cast<i32>(number(redirect_ + u64{4} * first));
    if (redirect == 0) return {};
    u32 const index = redirect < 0
                          ? static_cast<u32>(-1 - redirect)
                          : hash_of_file(class_name, static_cast<u32>(redirect)) % table_length_;
    if (index >= table_length_) return {};
    u64 offset = 0;
    u64 size = 0;
    if (!is_at(number(offsets_ + u64{4} * index), class_name, offset, size)) return {};
    return bytes_.part(offset, size);
}

} // namespace flat::java
