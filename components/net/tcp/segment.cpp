// SPDX-License-Identifier: BSD-2-Clause
// The header of a segment of TCP.
#include <net/tcp/segment.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>

namespace flat::net::tcp {

namespace {

enum Option : u8 {
    end_of_options = 0,
    no_operation = 1,
    maximum_size = 2,
    shift = 3,
    selection_permitted = 4,
    selection = 5,
    stamps = 8
};

constexpr u32 mss_bytes = 4;
constexpr u32 shift_bytes = 4;   // with what makes it end at a multiple of four
constexpr u32 stamps_bytes = 12; // the same
constexpr u32 permission_bytes = 4;
constexpr u32 selection_bytes = 4; // and for each range
constexpr u32 range_bytes = 8;
constexpr u8 shift_max = 14; // RFC 7323, section 2.3

/// What begins the options of a segment that has the time alone (RFC 7323, appendix A).
constexpr u32 stamps_word = no_operation << 24 | no_operation << 16 | stamps << 8 | 10u;

void read_selection(Segment& segment, Span<u8 const> value) {
    for (; value.size() >= range_bytes && segment.selected_count < Segment::selected_max;
         value = value.after(range_bytes))
        segment.selected[segment.selected_count++] = {load_big_endian(value.data()),
                                                      load_big_endian(value.data() + 4)};
}

void read_stamps(Segment& segment, u8 const* value) {
    segment.has_timestamps = true;
    segment.timestamp = load_big_endian(value);
    segment.echoed_timestamp = load_big_endian(value + 4);
}

void read_option(Segment& segment, u8 kind, Span<u8 const> value) {
    if (kind == maximum_size && value.size() == 2) segment.mss = load_big_endian_u16(value.data());
    if (kind == shift && value.size() == 1) {
        segment.has_window_shift = true;
        segment.window_shift = min(value[0], shift_max);
    }
    if (kind == stamps && value.size() == 8) read_stamps(segment, value.data());
    if (kind == selection_permitted && value.is_empty()) segment.may_select = true;
    if (kind == selection && value.size() % range_bytes == 0) read_selection(segment, value);
}

/// Reads options up to the first that is malformed, after which nothing can be found. Most segments
/// have the same.
void read_options(Segment& segment, Span<u8 const> options) {
    if (options.size() == stamps_bytes && load_big_endian(options.data()) == stamps_word)
        return read_stamps(segment, options.data() + 4);
    while (!options.is_empty() && options[0] != end_of_options) {
        if (options[0] == no_operation) {
            options = options.after(1);
            continue;
        }
        if (options.size() < 2 || options[1] < 2 || options[1] > options.size()) return;
        read_option(segment, options[0], options.part(2, options[1] - 2u));
        options = options.after(options[1]);
    }
}

} // namespace

u32 Segment::written_bytes() const {
    return header_bytes + (mss != 0 ? mss_bytes : 0) + (has_window_shift ? shift_bytes : 0) +
           (has_timestamps ? stamps_bytes : 0) + (may_select ? permission_bytes : 0) +
           (selected_count > 0 ? selection_bytes + selected_count * range_bytes : 0);
}

Result<u8*, memory::MemoryError> Segment::write(Message& message) const {
    u32 const bytes = written_bytes();
    u8* const header = TRY(message.push(bytes));
    store_big_endian_u16(header, source);
    store_big_endian_u16(header + 2, destination);
    store_big_endian(header + 4, sequence);
    store_big_endian(header + 8, acknowledgement);
    header[12] = static_cast<u8>(bytes / 4 << 4);
    header[13] = flags;
    store_big_endian_u16(header + 14, window);
    store_big_endian(header + 16, urgent); // after the checksum, which is its protocol's
    u8* option = header + header_bytes;
    if (mss != 0) {
        store_big_endian(option, maximum_size << 24 | mss_bytes << 16 | mss);
        option += mss_bytes;
    }
    if (has_window_shift) {
        store_big_endian(option, no_operation << 24 | shift << 16 | 3u << 8 | window_shift);
        option += shift_bytes;
    }
    if (has_timestamps) {
        store_big_endian(option, stamps_word);
        store_big_endian(option + 4, timestamp);
        store_big_endian(option + 8, echoed_timestamp);
        option += stamps_bytes;
    }
    if (may_select) {
        store_big_endian(option,
                         no_operation << 24 | no_operation << 16 | selection_permitted << 8 | 2u);
        option += permission_bytes;
    }
    if (selected_count > 0) write_selection(option);
    return header;
}

void Segment::write_selection(u8* option) const {
    store_big_endian(option, no_operation << 24 | no_operation << 16 | selection << 8 |
                                 (2u + selected_count * range_bytes));
    u8* place = option + selection_bytes;
    for (u32 i = 0; i < selected_count; ++i, place += range_bytes) {
        store_big_endian(place, selected[i].begin);
        store_big_endian(place + 4, selected[i].end);
    }
}

bool read_segment(Message& message, Segment& segment) {
    u8 scratch[Segment::header_bytes_max];
    u8 const* header = message.peek(Segment::header_bytes, scratch);
    if (!header) return false;
    u32 const bytes = header[12] / 16 * 4u;
    if (bytes < Segment::header_bytes || bytes > message.size()) return false;
    header = message.peek(bytes, scratch);
    segment.source = load_big_endian_u16(header);
    segment.destination = load_big_endian_u16(header + 2);
    segment.sequence = load_big_endian(header + 4);
    segment.acknowledgement = load_big_endian(header + 8);
    segment.flags = header[13] & 0x3f;
    segment.window = load_big_endian_u16(header + 14);
    segment.urgent = load_big_endian_u16(header + 18);
    segment.data_bytes = message.size() - bytes;
    read_options(segment, Span(header, bytes).after(Segment::header_bytes));
    message.pop(bytes);
    return true;
}

} // namespace flat::net::tcp
