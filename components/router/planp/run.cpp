// SPDX-License-Identifier: BSD-2-Clause
// One run of a program's channel for one packet.
#include <router/planp/run.hpp>

#include <core/memory.hpp>
#include <router/planp/made_header.hpp>

namespace flat::router::planp {

namespace {

/// What a register for a header begins with.
constexpr u8 no_header[slot_bytes] = {};

u64 default_value(Form const& form, u8 type) {
    if (Type::is_header(type)) return address_of(no_header);
    if (!Type::is_table(type)) return 0;
    for (u32 i = 0;; ++i) {
        TableEntry const& table = form.tables()[i];
        if (Type::table(table.key_words, table.value_words) == type) return i;
    }
}

bool matches(Header pattern, Header innermost) {
    return pattern == innermost || pattern == parent_of(innermost) || pattern == Header::ether;
}

} // namespace

u64 Run::table_words(Form const& form) {
    u64 words = 0;
    for (TableEntry const& each : form.tables())
        words += StateTable::words_for(each.capacity, each.key_words, each.value_words);
    return words;
}

void Run::begin(Form const& form, u64* table_words) {
    for (u32 i = 0; i < form.tables().size(); ++i) {
        TableEntry const& each = form.tables()[i];
        tables_[i].begin(table_words, each.capacity, each.key_words, each.value_words);
        table_words += StateTable::words_for(each.capacity, each.key_words, each.value_words);
    }
    state_count_ = static_cast<u32>(form.states().size());
    for (u32 i = 0; i < state_count_; ++i)
        state_[i] = form.states()[i].initial;
}

bool Run::run(Form const& form, Arrival const& arrival) {
    departure_count_ = 0;
    for (u32 i = 0; i < form.channels(); ++i) {
        if (!matches(static_cast<Header>(form.channel(i).pattern), arrival.packet.innermost))
            continue;
        u64 registers[Form::registers_max];
        u64 changed[Form::states_max];
        begin_channel(form, i, arrival, registers);
        for (u32 word = 0; word < state_count_; ++word)
            changed[word] = state_[word];
        if (!execute(form.code(i), arrival, registers, changed)) return false;
        for (u32 word = 0; word < state_count_; ++word)
            state_[word] = changed[word];
        return true;
    }
    return false;
}

void Run::begin_channel(Form const& form, u32 channel, Arrival const& arrival, u64* r) {
    ChannelEntry const& entry = form.channel(channel);
    u8 const* const types = form.types(channel);
    u32 const depth = depth_of(static_cast<Header>(entry.pattern));
    for (u32 i = 0; i < depth; ++i)
        r[i] = address_of(arrival.packet.places[i]);
    u32 const end = arrival.packet.ends[depth - 1];
    r[depth] = Blob(end, arrival.frame.size() - end).word();
    for (u32 i = depth + 1; i < entry.registers; ++i)
        r[i] = types[i] == Type::number ? 0 : default_value(form, types[i]);
}

/// The loop ends: the form was checked, and every jump leads forwards.
bool Run::execute(Instruction const* code, Arrival const& arrival, u64* r, u64* changed) {
    for (u32 i = 0;;) {
        Instruction const each = code[i++];
        switch (each.opcode) {
        case Opcode::constant:
            r[each.a] = each.d;
            break;
        case Opcode::constant_high:
            r[each.a] |= u64{each.d} << 32;
            break;
        case Opcode::move:
            r[each.a] = r[each.b];
            break;
        case Opcode::add:
            r[each.a] = r[each.b] + r[each.c];
            break;
        case Opcode::subtract:
            r[each.a] = r[each.b] - r[each.c];
            break;
        case Opcode::multiply:
            r[each.a] = r[each.b] * r[each.c];
            break;
        case Opcode::divide:
        case Opcode::modulo: {
            u64 const divisor = r[each.c];
            if (divisor == 0) {
                i = each.d;
                break;
            }
            r[each.a] = each.opcode == Opcode::divide ? r[each.b] / divisor : r[each.b] % divisor;
            break;
        }
        case Opcode::bit_and:
            r[each.a] = r[each.b] & r[each.c];
            break;
        case Opcode::bit_or:
            r[each.a] = r[each.b] | r[each.c];
            break;
        case Opcode::bit_xor:
            r[each.a] = r[each.b] ^ r[each.c];
            break;
        case Opcode::shift_left:
            r[each.a] = r[each.b] << (r[each.c] & 63);
            break;
        case Opcode::shift_right:
            r[each.a] = r[each.b] >> (r[each.c] & 63);
            break;
        case Opcode::equal:
            r[each.a] = r[each.b] == r[each.c];
            break;
        case Opcode::not_equal:
            r[each.a] = r[each.b] != r[each.c];
            break;
        case Opcode::less:
            r[each.a] = r[each.b] < r[each.c];
            break;
        case Opcode::less_equal:
            r[each.a] = r[each.b] <= r[each.c];
            break;
        case Opcode::jump:
            i = each.d;
            break;
        case Opcode::jump_if_zero:
            if (r[each.a] == 0) i = each.d;
            break;
        case Opcode::load: {
            FieldPlace const field(each.d);
            r[each.a] = load_field(place(r, each.b) + field.offset, field.width);
            break;
        }
        case Opcode::store:
            change(each, r);
            break;
        case Opcode::adjust:
            adjust(each, r);
            break;
        case Opcode::make:
            make(each, arrival.frame, r);
            break;
        case Opcode::table_get:
            if (!tables_[r[each.b]].get(r + each.c, r + each.a)) i = each.d;
            break;
        case Opcode::table_set:
            tables_[r[each.b]].set(r + each.c, r + each.a);
            break;
        case Opcode::table_remove:
            tables_[r[each.b]].remove(r + each.c);
            break;
        case Opcode::send:
        case Opcode::send_others:
            send(each, r);
            break;
        case Opcode::port:
            r[each.a] = arrival.port;
            break;
        case Opcode::ports:
            r[each.a] = arrival.surroundings.port_count();
            break;
        case Opcode::blob_length:
            r[each.a] = Blob(r[each.b]).bytes();
            break;
        case Opcode::blob_none:
            r[each.a] = 0;
            break;
        case Opcode::state_get:
            r[each.a] = state_[each.d];
            break;
        case Opcode::state_set:
            changed[each.d] = r[each.a];
            break;
        case Opcode::finish:
            return true;
        case Opcode::fail:
            return false;
        case Opcode::now:
            r[each.a] = arrival.surroundings.now_ms();
            break;
        case Opcode::port_address:
            r[each.a] = arrival.surroundings.port_address(r[each.b]);
            break;
        case Opcode::arrived:
            r[each.a] = Blob(0, arrival.frame.size()).word();
            break;
        case Opcode::blob_load:
            if (!load_blob(each, arrival.frame, r)) i = BlobPlace(each.d).target;
            break;
        case Opcode::blob_part:
            if (!part_blob(each, r)) i = each.d;
            break;
        case Opcode::blob_thin:
            if (!thin_blob(each, arrival.frame, r)) i = BlobPlace(each.d).target;
            break;
        }
    }
}

/// A copy of a header in the memory that the instruction has for it.
u8* Run::copied(Instruction const& each, u64 const* r) {
    FieldPlace const field(each.d);
    u8* const slot = slots_[field.slot];
    u8 const* const old = place(r, each.b);
    memcpy(slot, old, bytes_of(static_cast<Header>(field.header), old));
    return slot;
}

/// A field changes, and with it the checksum, by the words of 16 bits that the field is part of.
void Run::change(Instruction const& each, u64* r) {
    FieldPlace const field(each.d);
    Header const header = static_cast<Header>(field.header);
    u8* const slot = copied(each, r);
    u8 before[slot_bytes];
    u32 const first = field.offset & ~1u;
    u32 const end = (field.offset + field.width + 1) & ~1u;
    memcpy(before, slot + first, end - first);
    store_field(slot + field.offset, field.width, r[each.c]);
    for (u32 i = first; i < end; i += 2)
        update_checksum(header, slot, load_big_endian_u16(before + i - first),
                        load_big_endian_u16(slot + i));
    r[each.a] = address_of(slot);
}

/// An address that the checksum sums up, but the header does not have, has changed.
void Run::adjust(Instruction const& each, u64* r) {
    Header const header = static_cast<Header>(FieldPlace(each.d).header);
    u8* const slot = copied(each, r);
    u64 const before = r[each.c];
    u64 const after = r[each.c + 1];
    for (u32 shift = 0; shift < 32; shift += 16)
        update_checksum(header, slot, static_cast<u16>(before >> shift),
                        static_cast<u16>(after >> shift));
    r[each.a] = address_of(slot);
}

/// A new header of the numbers in registers that lie one after the other.
void Run::make(Instruction const& each, Message const& frame, u64* r) {
    FieldPlace const field(each.d);
    Header const header = static_cast<Header>(field.header);
    u8* const slot = slots_[field.slot];
    Blob const content(made_header(header).has_content ? r[each.c] : 0);
    write_header(header, r + each.b, slot, made_.sum(frame, content), content.bytes());
    r[each.a] = address_of(slot);
}

/// False if the blob does not have all of the bytes.
bool Run::load_blob(Instruction const& each, Message const& frame, u64* r) {
    u32 const width = BlobPlace(each.d).detail;
    Blob const blob(r[each.b]);
    u64 const first = r[each.c];
    if (first > blob.bytes() || blob.bytes() - first < width) return false;
    u8 bytes[sizeof(u64)] = {};
    made_.copy(frame, blob, static_cast<u32>(first), {bytes, width});
    r[each.a] = load_field(bytes, width);
    return true;
}

bool Run::part_blob(Instruction const& each, u64* r) {
    Blob const blob(r[each.b]);
    u64 const first = r[each.c];
    u64 const bytes = r[each.c + 1];
    if (first > blob.bytes() || blob.bytes() - first < bytes) return false;
    r[each.a] = blob.part(static_cast<u32>(first), static_cast<u32>(bytes)).word();
    return true;
}

bool Run::thin_blob(Instruction const& each, Message const& frame, u64* r) {
    Blob const blob(r[each.b]);
    auto const thinned =
        made_.thin(frame, blob, r[each.c], r[each.c + 1], BlobPlace(each.d).detail);
    if (thinned) r[each.a] = thinned->word();
    return thinned.has_value();
}

void Run::send(Instruction const& each, u64 const* r) {
    Departure& departure = departures_[departure_count_++];
    departure.to_others = each.opcode == Opcode::send_others;
    u64 const port = departure.to_others ? 0 : r[each.a];
    departure.port = static_cast<u32>(min(port, u64{~u32{0}}));
    departure.innermost = static_cast<Header>(each.c);
    u32 const depth = depth_of(departure.innermost);
    for (u32 i = 0; i < depth; ++i)
        departure.places[i] = place(r, each.b + i);
    departure.content = Blob(r[each.b + depth]);
    if (departure.content.is_made()) departure.made = made_.place(departure.content);
}

} // namespace flat::router::planp
