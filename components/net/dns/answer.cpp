// SPDX-License-Identifier: BSD-2-Clause
// Questions to servers of the domain name system for an address, and what is answered.
#include <net/dns/answer.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <core/utility.hpp>

namespace flat::net::dns {

namespace {

/// The header of all messages (RFC 1035, section 4.1.1).
struct Header {
    static constexpr usize id = 0;
    static constexpr usize flags = 2;
    static constexpr usize questions = 4;
    static constexpr usize answers = 6;
    static constexpr usize bytes = 12;

    static constexpr u16 response = 0x8000;
    static constexpr u16 operation = 0x7800; // 0: a question by name
    static constexpr u16 truncated = 0x0200;
    static constexpr u16 ask_others = 0x0100;
    static constexpr u16 code = 0x000f;
    static constexpr u16 no_such_name = 3;
};

constexpr u16 type_address = 1;
constexpr u16 type_alias = 5;
constexpr u16 class_internet = 1;
constexpr u32 lifetimes = 0x8000'0000; // from here on: none (RFC 2181, section 8)
constexpr u32 aliases_max = 8;

/// One of the records of an answer (RFC 1035, section 4.1.3).
struct Record {
    DomainName owner;
    u16 type;
    u16 internet_class;
    u32 lifetime_s;
    usize data; // its offset
    usize data_bytes;

    /// Reads the one at `offset`, and moves `offset` past it. FALSE if it is not whole.
    bool read(Span<u8 const> message, usize& offset) {
        constexpr usize fixed_bytes = 10;
        if (!owner.read(message, offset) || message.size() - offset < fixed_bytes) return false;
        u8 const* const fixed = &message[offset];
        type = load_big_endian_u16(fixed);
        internet_class = load_big_endian_u16(fixed + 2);
        u32 const told_s = load_big_endian(fixed + 4);
        lifetime_s = told_s < lifetimes ? told_s : 0;
        data_bytes = load_big_endian_u16(fixed + 8);
        data = offset + fixed_bytes;
        if (message.size() - data < data_bytes) return false;
        offset = data + data_bytes;
        return true;
    }
};

/// The answers of a message, about one name after the other.
class Answers {
public:
    Answers(Span<u8 const> message, usize begin, DomainName const& name)
        : message_(message), begin_(begin), name_(name) {}

    Answer find() {
        for (u32 i = 0; i <= aliases_max; ++i) {
            is_alias_ = false;
            if (!look_at_all()) return {Answer::Kind::malformed};
            if (is_found_) return {Answer::Kind::found, address_, lifetime_s_};
            if (!is_alias_) return {Answer::Kind::absent};
            name_ = target_;
        }
        return {Answer::Kind::malformed}; // aliases of each other
    }

private:
    bool look_at_all() {
        usize offset = begin_;
        for (u32 i = load_big_endian_u16(&message_[Header::answers]); i > 0; --i) {
            Record record;
            if (!record.read(message_, offset)) return false;
            if (record.internet_class != class_internet || !(record.owner == name_)) continue;
            if (record.type == type_address && !take_address(record)) return false;
            if (record.type == type_alias && !take_alias(record)) return false;
        }
        return true;
    }

    bool take_address(Record const& record) {
        if (record.data_bytes != 4) return false;
        if (is_found_) return true;
        is_found_ = true;
        address_ = load_big_endian(&message_[record.data]);
        lifetime_s_ = min(lifetime_s_, record.lifetime_s);
        return true;
    }

    bool take_alias(Record const& record) {
        usize end = record.data;
        if (!target_.read(message_, end) || end != record.data + record.data_bytes) return false;
        is_alias_ = true;
        lifetime_s_ = min(lifetime_s_, record.lifetime_s);
        return true;
    }

    Span<u8 const> message_;
    usize begin_;
    DomainName name_;
    DomainName target_;
    u32 address_ = 0;
    u32 lifetime_s_ = lifetimes - 1;
    bool is_found_ = false;
    bool is_alias_ = false;
};

} // namespace

usize write_query(DomainName const& name, u16 id, u8 (&message)[query_bytes_max]) {
    Span<u8 const> const bytes = name.bytes();
    memset(message, 0, Header::bytes);
    store_big_endian_u16(message + Header::id, id);
    store_big_endian_u16(message + Header::flags, Header::ask_others);
    store_big_endian_u16(message + Header::questions, 1);
    memcpy(message + Header::bytes, bytes.data(), bytes.size());
    u8* const end = message + Header::bytes + bytes.size();
    store_big_endian_u16(end, type_address);
    store_big_endian_u16(end + 2, class_internet);
    return Header::bytes + bytes.size() + 4;
}

Answer read_answer(Span<u8 const> message, DomainName const& name, u16 id) {
    using Kind = Answer::Kind;
    if (message.size() < Header::bytes || message.size() > message_bytes_max)
        return {Kind::malformed};
    u16 const flags = load_big_endian_u16(&message[Header::flags]);
    if (load_big_endian_u16(&message[Header::id]) != id) return {Kind::foreign};
    if ((flags & (Header::response | Header::operation)) != Header::response)
        return {Kind::foreign};
    if (load_big_endian_u16(&message[Header::questions]) != 1) return {Kind::foreign};
    usize offset = Header::bytes;
    DomainName asked;
    if (!asked.read(message, offset) || message.size() - offset < 4) return {Kind::malformed};
    if (!(asked == name) || load_big_endian_u16(&message[offset]) != type_address ||
        load_big_endian_u16(&message[offset + 2]) != class_internet)
        return {Kind::foreign};
    if ((flags & Header::truncated) != 0) return {Kind::truncated};
    u16 const code = flags & Header::code;
    if (code == Header::no_such_name) return {Kind::absent};
    if (code != 0) return {Kind::refused};
    return Answers(message, offset + 4, name).find();
}

} // namespace flat::net::dns
