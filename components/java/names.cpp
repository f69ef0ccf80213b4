// SPDX-License-Identifier: BSD-2-Clause
// The syntax of names and descriptors in class files (JVMS 17, 4.2 to 4.4.7).
#include <java/names.hpp>

#include <core/memory.hpp>

namespace flat::java {

namespace {

constexpr usize dimensions_max = 255;

/// Whether the eight bytes are all ASCII and none is zero (Warren, Hacker's Delight, 6-1).
bool is_plain(char const* bytes) {
    constexpr u64 ones = 0x0101010101010101;
    u64 word;
    memcpy(&word, bytes, sizeof word);
    return (((word - ones) | word) & ones << 7) == 0;
}

bool is_continuation(u8 byte) {
    return (byte & 0xc0) == 0x80;
}

bool has_only_name_characters(Text name) {
    for (char const each : name)
        if (each == '.' || each == ';' || each == '[' || each == '/') return false;
    return !name.is_empty();
}

usize slash_or_end(Text text) {
    usize end = 0;
    while (end < text.size() && text[end] != '/')
        ++end;
    return end;
}

} // namespace

bool is_modified_utf8(Text text) {
    usize i = 0;
    while (i < text.size()) {
        if (text.size() - i >= 8 && is_plain(text.data() + i)) {
            i += 8;
            continue;
        }
        auto const byte = [&](usize index) {
            return index < text.size() ? static_cast<u8>(text[index]) : u8{0};
        };
        u8 const first = byte(i);
        if (first != 0 && first < 0x80) {
            i += 1;
        } else if ((first & 0xe0) == 0xc0 && is_continuation(byte(i + 1))) {
            i += 2;
        } else if ((first & 0xf0) == 0xe0 && is_continuation(byte(i + 1)) &&
                   is_continuation(byte(i + 2))) {
            i += 3;
        } else {
            return false;
        }
    }
    return true;
}

bool is_unqualified_name(Text name) {
    return has_only_name_characters(name);
}

bool is_method_name(Text name) {
    if (name == Text("<init>") || name == Text("<clinit>")) return true;
    for (char const each : name)
        if (each == '<' || each == '>') return false;
    return has_only_name_characters(name);
}

bool is_class_name(Text name) {
    for (;;) {
        usize const end = slash_or_end(name);
        if (!has_only_name_characters(name.first(end))) return false;
        if (end == name.size()) return true;
        name = name.after(end + 1);
    }
}

bool is_class_or_array(Text name) {
    if (!name.is_empty() && name[0] == '[') return is_field_descriptor(name);
    return is_class_name(name);
}

Text package_of(Text class_name) {
    usize end = class_name.size();
    while (end > 0 && class_name[end - 1] != '/')
        --end;
    return class_name.first(end);
}

bool is_module_name(Text name) {
    for (usize i = 0; i < name.size(); ++i) {
        char const each = name[i];
        if (static_cast<u8>(each) < 0x20 || each == ':' || each == '@') return false;
        if (each != '\\') continue;
        ++i;
        if (i == name.size() || (name[i] != '\\' && name[i] != ':' && name[i] != '@')) return false;
    }
    return !name.is_empty();
}

usize field_descriptor_size(Text text) {
    usize dimensions = 0;
    while (dimensions < text.size() && text[dimensions] == '[')
        ++dimensions;
    if (dimensions > dimensions_max || dimensions == text.size()) return 0;
    switch (text[dimensions]) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z':
        return dimensions + 1;
    case 'L':
        break;
    default:
        return 0;
    }
    Text const rest = text.after(dimensions + 1);
    usize end = 0;
    while (end < rest.size() && rest[end] != ';')
        ++end;
    if (end == rest.size() || !is_class_name(rest.first(end))) return 0;
    return dimensions + 1 + end + 1;
}

bool is_field_descriptor(Text descriptor) {
    return !descriptor.is_empty() && field_descriptor_size(descriptor) == descriptor.size();
}

bool is_method_descriptor(Text descriptor) {
    if (descriptor.is_empty() || descriptor[0] != '(') return false;
    descriptor = descriptor.after(1);
    while (!descriptor.is_empty() && descriptor[0] != ')') {
        usize const size = field_descriptor_size(descriptor);
        if (size == 0) return false;
        descriptor = descriptor.after(size);
    }
    if (descriptor.is_empty()) return false;
    descriptor = descriptor.after(1);
    return descriptor == Text("V") || is_field_descriptor(descriptor);
}

u32 parameter_slots(Text descriptor) {
    u32 slots = 0;
    for (usize i = 1; descriptor[i] != ')'; ++i) {
        slots += slots_of(descriptor[i]);
        while (descriptor[i] == '[')
            ++i;
        if (descriptor[i] == 'L')
            while (descriptor[i] != ';')
                ++i;
    }
    return slots;
}

Text return_descriptor(Text descriptor) {
    usize i = 0;
    while (descriptor[i] != ')')
        ++i;
    return descriptor.after(i + 1);
}

} // namespace flat::java
