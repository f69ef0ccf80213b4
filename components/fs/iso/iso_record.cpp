// SPDX-License-Identifier: BSD-2-Clause
// What a directory of a disc says about one file.
#include <fs/iso/iso_record.hpp>

#include <core/bytes/little_endian.hpp>
#include <core/utility.hpp>
#include <fs/iso/iso_time.hpp>

namespace flat::fs::iso {

namespace {

constexpr usize record_header_bytes = 33;

/// Where members lie, each number in both byte orders, the lower one first.
enum RecordOffset : usize {
    first_block_at = 2,
    content_bytes_at = 10,
    recorded_at = 18,
    flags_at = 25,
    name_bytes_at = 32,
};

enum RecordFlag : u8 { directory_flag = 2, associated_flag = 4, goes_on_flag = 0x80 };

char lower_case(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

} // namespace

Maybe<Record> read_record(Span<u8 const> bytes) {
    if (bytes.size() < record_header_bytes || bytes[0] < record_header_bytes ||
        bytes[0] > bytes.size())
        return nothing;
    Span<u8 const> const record = bytes.first(bytes[0]);
    usize const name_bytes = record[name_bytes_at];
    if (name_bytes == 0 || record_header_bytes + name_bytes > record.size()) return nothing;
    u8 const flags = record[flags_at];
    // The name is padded to an even number of bytes with those before it.
    usize const after_name =
        min(record.size(), record_header_bytes + name_bytes + (name_bytes + 1) % 2);
    return Record{.bytes = record[0],
                  .first_block = load_little_endian_u32(&record[first_block_at]),
                  .content_bytes = load_little_endian_u32(&record[content_bytes_at]),
                  .recorded_ns = short_time_ns(record.part(recorded_at, 7)),
                  .is_hidden = (flags & associated_flag) != 0,
                  .is_directory = (flags & directory_flag) != 0,
                  .goes_on = (flags & goes_on_flag) != 0,
                  .name = Text::from_bytes(record.part(record_header_bytes, name_bytes)),
                  .system_use = record.after(after_name)};
}

u32 plain_name(Text recorded, Span<u8> destination) {
    usize size = 0;
    while (size < recorded.size() && recorded[size] != ';')
        ++size;
    if (size > 1 && recorded[size - 1] == '.') --size;
    for (usize i = 0; i < size && i < destination.size(); ++i)
        destination[i] = static_cast<u8>(lower_case(recorded[i]));
    return static_cast<u32>(size);
}

} // namespace flat::fs::iso
