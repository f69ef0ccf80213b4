// SPDX-License-Identifier: BSD-2-Clause
// A PlanP program is run twice for random and hostile frames: by the interpreter, and by what
// `specialize` has made of the interpreter and the program. Both must do the same.
//
//     specialised compare|interpreted|specialised|nothing FRAMES BYTES
//
// The program is a constant of so many bytes.
#include <router/planp/run.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

extern "C" flat::u8 const planp_program[];
extern "C" bool planp_program_run(flat::router::planp::Run* run,
                                  flat::router::planp::Form const& form,
                                  flat::router::planp::Run::Arrival const& arrival);

namespace {

using namespace flat;
using namespace flat::router::planp;

constexpr u32 world_ports = 2;
constexpr u64 first_address = 0x5254'0012'3456;

/// A router whose clock goes on by a millisecond with each frame.
class World : public Surroundings {
public:
    u64 now_ms() override { return ms; }
    u64 port_address(u64 port) override { return port < world_ports ? first_address + port : 0; }
    u64 port_count() override { return world_ports; }

    u64 ms = 0;
};

/// xorshift64 (Marsaglia 2003).
class Random {
public:
    u32 below(u32 bound) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<u32>((state_ >> 32) * bound >> 32);
    }

private:
    u64 state_ = 0x9e37'79b9'7f4a'7c15;
};

/// Frames between a few hosts of both networks, some of them damaged.
class Frames {
public:
    std::vector<u8> next() {
        std::vector<u8> bytes;
        bool const is_arp = random_.below(8) == 0;
        address(bytes);
        address(bytes);
        put(bytes, is_arp ? 0x0806 : 0x0800, 2);
        is_arp ? arp(bytes) : ip(bytes);
        if (bytes.size() < 60) bytes.resize(60);
        if (random_.below(4) == 0)
            bytes[random_.below(static_cast<u32>(bytes.size()))] = u8(random_.below(256));
        if (random_.below(16) == 0) bytes.resize(random_.below(static_cast<u32>(bytes.size()) + 1));
        return bytes;
    }
    u32 port() { return random_.below(world_ports); }

private:
    static void put(std::vector<u8>& bytes, u64 value, u32 width) {
        while (width-- > 0)
            bytes.push_back(static_cast<u8>(value >> 8 * width));
    }
    void address(std::vector<u8>& bytes) {
        u32 const kind = random_.below(8);
        put(bytes,
            kind == 0  ? 0xffff'ffff'ffff
            : kind < 5 ? first_address + kind % 2
                       : 0x0200'0000'0000 + random_.below(4),
            6);
    }
    void host(std::vector<u8>& bytes) {
        constexpr u8 last[] = {1, 2, 3, 100, 254, 255};
        put(bytes, 0x0a00'0000 | random_.below(2) << 8 | last[random_.below(6)], 4);
    }
    void arp(std::vector<u8>& bytes) {
        put(bytes, 0x0001'0800'0604, 6);
        put(bytes, 1 + random_.below(2), 2);
        address(bytes);
        host(bytes);
        address(bytes);
        host(bytes);
    }
    void ip(std::vector<u8>& bytes) {
        constexpr u8 protocols[] = {1, 6, 17, 6, 17, 47};
        u8 const protocol = protocols[random_.below(6)];
        u32 const content = random_.below(200);
        u32 const inner = protocol == 6 ? 20 : protocol == 47 ? 0 : 8;
        put(bytes, 0x4500, 2);
        put(bytes, 20 + inner + content, 2);
        put(bytes, random_.below(16) == 0 ? random_.below(0x4000) : 0, 4);
        put(bytes, 1 + random_.below(64), 1);
        put(bytes, protocol, 1);
        put(bytes, random_.below(0x10000), 2);
        host(bytes);
        host(bytes);
        constexpr u16 ports[] = {80, 5004, 8080, 6000, 49152, 49153};
        if (protocol == 1) put(bytes, random_.below(13) << 24 | random_.below(65536), 4);
        if (inner > 4 && protocol != 1)
            put(bytes, u32{ports[random_.below(6)]} << 16 | ports[random_.below(6)], 4);
        if (protocol == 6) put(bytes, random_.below(1 << 30), 4), put(bytes, random_.below(9), 4);
        if (protocol == 6) put(bytes, 0x5000 | random_.below(32), 2), put(bytes, 512, 2);
        u32 const udp_checksum = random_.below(2) * random_.below(0x10000);
        if (inner != 0)
            put(bytes, protocol == 17 ? 8 + content << 16 | udp_checksum : random_.below(9), 4);
        for (u32 i = 0; i < content; ++i)
            bytes.push_back(static_cast<u8>(random_.below(256)));
    }

    Random random_;
};

/// A run with what belongs to it.
struct Runner {
    explicit Runner(Form const& form)
        : memory(Run::table_words(form), 0), run(std::make_unique<Run>()) {
        run->begin(form, memory.data());
    }
    std::vector<u64> memory;
    std::unique_ptr<Run> run;
};

std::vector<u8> sent(Run const& run) {
    std::vector<u8> all;
    for (Departure const& each : run.departures()) {
        u64 const words[] = {each.port, each.to_others, u64(each.innermost), each.content.word()};
        auto const* const bytes = reinterpret_cast<u8 const*>(words);
        all.insert(all.end(), bytes, bytes + sizeof words);
        if (each.content.is_made())
            all.insert(all.end(), each.made, each.made + each.content.bytes());
        for (u32 i = 0; i < depth_of(each.innermost); ++i) {
            u32 const size = bytes_of(header_at(each.innermost, i), each.places[i]);
            all.insert(all.end(), each.places[i], each.places[i] + size);
        }
    }
    return all;
}

bool agree(bool a, bool b, Runner const& general, Runner const& special) {
    return a == b && (!a || sent(*general.run) == sent(*special.run)) &&
           general.memory == special.memory;
}

/// Both programs, or one of them, and the frames that they are run for.
class Comparison {
public:
    Comparison(Form const& form, char what)
        : form_(form), interprets_(what == 'c' || what == 'i'),
          specialises_(what == 'c' || what == 's'), general_(form), special_(form) {
        buffer_.bytes = room_.get();
        pool_.add(buffer_);
    }

    /// False if they have not done the same.
    bool run_one() {
        std::vector<u8> const bytes = frames_.next();
        Message frame(pool_);
        if (frame.append({bytes.data(), bytes.size()}).is_error()) return false;
        u8 scratch[headers_bytes_max];
        Packet packet;
        u32 const port = frames_.port();
        ++world_.ms;
        if (!packet.read(frame, scratch)) return true;
        Run::Arrival const arrival{packet, frame, port, world_};
        bool const a = interprets_ && general_.run->run(form_, arrival);
        bool const b = specialises_ && planp_program_run(special_.run.get(), form_, arrival);
        done_ += a || b;
        if (a || b) sent_ += (a ? general_ : special_).run->departures().size();
        return !interprets_ || !specialises_ || agree(a, b, general_, special_);
    }

    void report() const {
        std::printf("done %llu sent %llu\n", static_cast<unsigned long long>(done_),
                    static_cast<unsigned long long>(sent_));
    }

private:
    Form const& form_;
    bool interprets_;
    bool specialises_;
    Runner general_;
    Runner special_;
    Frames frames_;
    World world_;
    std::unique_ptr<u8[]> room_ = std::make_unique<u8[]>(Buffer::size_bytes);
    Buffer buffer_{};
    BufferPool pool_;
    u64 done_ = 0;
    u64 sent_ = 0;
};

} // namespace

int main(int count, char** words) {
    if (count != 4) return 2;
    auto const checked = Form::check({planp_program, std::strtoull(words[3], nullptr, 10)});
    if (checked.is_error()) return 2;
    Form const form = checked.value();
    Comparison comparison(form, *words[1]);
    u64 const frames = std::strtoull(words[2], nullptr, 10);
    for (u64 i = 0; i < frames; ++i) {
        if (comparison.run_one()) continue;
        std::printf("they differ after %llu frames\n", static_cast<unsigned long long>(i));
        return 1;
    }
    comparison.report();
    return 0;
}
