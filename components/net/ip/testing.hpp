// SPDX-License-Identifier: BSD-2-Clause
// What tests of the Internet protocols share: networks, packets, errors.
#pragma once

#include <flat/net/attachment.hpp>
#include <flat/net/error_reports.hpp>
#include <net/checksum.hpp>
#include <net/ip/ipv4.hpp>
#include <net/ip/packet_header.hpp>
#include <net/testing.hpp>

namespace flat::net::ip::testing {

using namespace net::testing;

/// IPv4 whose reporter of errors can be set later.
struct BoundIpv4 : Ipv4 {
    using Ipv4::Ipv4;
    void bind_reports(ErrorReports& errors) { reports.bind(errors); }
};

/// A network that keeps what is sent to it.
class TestAttachment : public Attachment {
public:
    struct Sent {
        u32 neighbour;
        Bytes bytes;
    };

    TestAttachment(u32 address, u32 prefix_bits, u32 mtu = 1500)
        : address_(address), prefix_bits_(prefix_bits), mtu_(mtu) {}

    u32 address() override { return address_; }
    u32 prefix_bits() override { return prefix_bits_; }
    u32 mtu() override { return mtu_; }
    bool is_loopback() override { return address_ >> 24 == 127; }
    Result<void, NetworkError> send(u32 neighbour, Message& packet) override {
        sent.push_back({neighbour, bytes_of(packet)});
        packet.clear();
        return {};
    }
    void attach(Upper& upper) override { upper_ = &upper; }
    Result<void, NetworkError> set_address(u32 address, u32 prefix_bits) override {
        address_ = address;
        prefix_bits_ = prefix_bits;
        return {};
    }
    Result<void, NetworkError> probe(u32 address) override {
        probed.push_back(address);
        return {};
    }
    bool is_taken() override { return taken.count(probed.back()) != 0; }

    /// A packet comes from a neighbour, to this host's card or to all.
    void arrive(TestBuffers& buffers, Bytes const& bytes, u64 to = 0x525400000001) {
        Message packet = buffers.message(bytes);
        upper_->deliver({to, 0x525400000002, 0x800, 0x800}, packet);
    }
    Upper& upper() { return *upper_; }
    std::vector<Sent> take() { return std::exchange(sent, {}); }

    std::vector<Sent> sent;
    std::vector<u32> probed;
    std::set<u32> taken; // by others

private:
    u32 address_;
    u32 prefix_bits_;
    u32 mtu_;
    Upper* upper_ = nullptr;
};

class TestReports : public ErrorReports {
public:
    struct Report {
        Reason reason;
        u32 detail;
        Bytes packet;
    };
    void report(Reason reason, u32 detail, Span<u8 const> packet) override {
        reports.push_back({reason, detail, Bytes(packet.begin(), packet.end())});
    }
    std::vector<Report> reports;
};

inline Span<u8 const> span_of(Bytes const& bytes) {
    return {bytes.data(), bytes.size()};
}

/// What a test can choose of a packet.
struct PacketForm {
    u32 from = 0x0a000001;
    u32 to = 0x0a000002;
    u8 user = 17;
    u16 id = 7;
    u16 fragment = 0;
    u8 ttl = 64;
    Bytes options = {};
};

/// A packet of this form, with a right checksum.
inline Bytes packet(PacketForm const& form, Bytes const& data) {
    Bytes bytes(PacketHeader::bytes_min);
    bytes = bytes + form.options;
    usize const header_bytes = bytes.size();
    bytes[0] = static_cast<u8>(0x40 | header_bytes / 4);
    store_big_endian_u16(&bytes[2], static_cast<u16>(header_bytes + data.size()));
    store_big_endian_u16(&bytes[4], form.id);
    store_big_endian_u16(&bytes[6], form.fragment);
    bytes[8] = form.ttl;
    bytes[9] = form.user;
    store_big_endian(&bytes[12], form.from);
    store_big_endian(&bytes[16], form.to);
    Checksum checksum;
    checksum.add(span_of(bytes));
    checksum.store(&bytes[10]);
    return bytes + data;
}

/// A message of ICMP with a right checksum.
inline Bytes icmp_message(u8 type, u8 code, u32 word, Bytes const& data) {
    Bytes bytes(8);
    bytes[0] = type;
    bytes[1] = code;
    store_big_endian(&bytes[4], word);
    bytes = bytes + data;
    Checksum checksum;
    checksum.add(span_of(bytes));
    checksum.store(&bytes[2]);
    return bytes;
}

/// Whether the checksum of a packet's header is right.
inline bool has_right_header(Bytes const& bytes) {
    Checksum checksum;
    checksum.add(span_of(bytes).first(PacketHeader::bytes_min));
    return checksum.is_right();
}

} // namespace flat::net::ip::testing
