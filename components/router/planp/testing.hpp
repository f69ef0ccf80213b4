// SPDX-License-Identifier: BSD-2-Clause
// Programs for tests, written instruction by instruction.
#pragma once

#include <router/planp/form.hpp>
#include <router/planp/header.hpp>
#include <router/planp/run.hpp>

#include <cstring>
#include <vector>

namespace flat::router::planp::testing {

/// A program that can be made wrong anywhere, and its bytes, aligned.
struct Draft {
    struct Channel {
        Header pattern = Header::ether;
        std::vector<u8> types;
        std::vector<Instruction> code;
    };
    std::vector<TableEntry> tables;
    std::vector<StateEntry> states;
    std::vector<Channel> channels;

    /// In units of 8 bytes.
    std::vector<u64> words() const {
        std::vector<u8> bytes{'P', 'L', 'N', 'P', Form::version};
        for (usize const count : {tables.size(), states.size(), channels.size()})
            bytes.push_back(static_cast<u8>(count));
        add(bytes, tables);
        add(bytes, states);
        for (Channel const& each : channels) {
            ChannelEntry const entry{static_cast<u8>(each.pattern),
                                     static_cast<u8>(each.types.size()),
                                     {},
                                     static_cast<u32>(each.code.size())};
            add(bytes, std::vector{entry});
        }
        for (Channel const& each : channels) {
            add(bytes, each.types);
            bytes.resize((bytes.size() + 7) / 8 * 8);
            add(bytes, each.code);
        }
        std::vector<u64> words(bytes.size() / 8);
        std::memcpy(words.data(), bytes.data(), bytes.size());
        return words;
    }

private:
    template<class T>
    static void add(std::vector<u8>& bytes, std::vector<T> const& entries) {
        auto const* const begin = reinterpret_cast<u8 const*>(entries.data());
        bytes.insert(bytes.end(), begin, begin + entries.size() * sizeof(T));
    }
};

inline Span<u8 const> bytes_of(std::vector<u64> const& words) {
    return {reinterpret_cast<u8 const*>(words.data()), words.size() * sizeof(u64)};
}

/// A router of two ports, at the time that a test says.
class FakeSurroundings : public Surroundings {
public:
    u64 now_ms() override { return ms; }
    u64 port_address(u64 port) override { return port < 2 ? 0x0200'0000'0100 + port : 0; }
    u64 port_count() override { return 2; }

    u64 ms = 0;
};

/// The registers of a packet of Ethernet: its header, and what follows.
inline constexpr u8 ether = Type::of(Header::ether);

constexpr u32 field(Header header, u32 offset, u32 width, u32 slot = 0) {
    return offset | width << 8 | slot << 16 | u32(header) << 24;
}

} // namespace flat::router::planp::testing
