// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever bytes are given as a program, the check has an end, and what it
// accepts runs on any packets without touching anything but its own; the same packets give the
// same.
#include <router/planp/run.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using namespace flat;
using namespace flat::router::planp;

constexpr std::size_t frame_bytes = 200;
constexpr u64 words_max = 1 << 16; // larger tables only cost time

/// A frame in one buffer that ends where the frame does.
struct Frame {
    explicit Frame(std::vector<u8> const& bytes) : room(new u8[Buffer::size_bytes]) {
        buffer.bytes = room.get();
        buffer.physical = 0;
        pool.add(buffer);
        if (message.append({bytes.data(), bytes.size()}).is_error()) std::abort();
    }
    std::unique_ptr<u8[]> room;
    Buffer buffer{};
    BufferPool pool;
    Message message{pool};
};

/// Looks at all that is to be sent; a sum of it.
u64 sum_of(Run const& run, Message const& frame) {
    u64 sum = 0;
    for (Departure const& each : run.departures()) {
        sum = sum * 31 + each.port + each.to_others + each.content.word();
        if (each.content.is_made())
            for (u32 place = 0; place < each.content.bytes(); ++place)
                sum = sum * 31 + each.made[place];
        else if (u64{each.content.offset()} + each.content.bytes() > frame.size())
            std::abort();
        for (u32 i = 0; i < depth_of(each.innermost); ++i) {
            u32 const bytes = bytes_of(header_at(each.innermost, i), each.places[i]);
            for (u32 place = 0; place < bytes; ++place)
                sum = sum * 31 + each.places[i][place];
        }
    }
    return sum;
}

/// A router of two ports whose clock counts how often it is read.
class Clock : public Surroundings {
public:
    u64 now_ms() override { return ms_++; }
    u64 port_address(u64 port) override { return port < 2 ? 0x5254'0000'0000 + port : 0; }
    u64 port_count() override { return 2; }

private:
    u64 ms_ = 0;
};

u64 run_all(Form const& form, std::vector<u8> const& packets) {
    std::vector<u64> memory(Run::table_words(form), 0);
    auto const run = std::make_unique<Run>();
    run->begin(form, memory.data());
    Clock clock;
    u64 sum = 0;
    for (std::size_t begin = 0; begin < packets.size(); begin += frame_bytes) {
        std::size_t const end = std::min(begin + frame_bytes, packets.size());
        std::vector<u8> const bytes(packets.begin() + static_cast<long>(begin),
                                    packets.begin() + static_cast<long>(end));
        Frame frame(bytes);
        u8 scratch[headers_bytes_max];
        Packet packet;
        if (!packet.read(frame.message, scratch)) continue;
        u32 const port = bytes[0] % 2;
        bool const done = run->run(form, {packet, frame.message, port, clock});
        sum = sum * 31 + done;
        if (done) sum = sum * 31 + sum_of(*run, frame.message);
    }
    return sum;
}

} // namespace

/// Two bytes say how long the program is, which goes first.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size < 2) return 0;
    std::size_t const wanted = data[0] | data[1] << 8;
    std::size_t const program = std::min(wanted, size - 2);
    auto const aligned = std::make_unique<u8[]>(program); // the sanitizers guard its end
    std::memcpy(aligned.get(), data + 2, program);
    auto const checked = Form::check(Span<u8 const>(aligned.get(), program));
    if (checked.is_error()) {
        if (!*reason(checked.error().code)) std::abort();
        return 0;
    }
    Form const form = checked.value();
    if (Run::table_words(form) > words_max) return 0;
    std::vector<u8> const packets(data + 2 + program, data + size);
    if (run_all(form, packets) != run_all(form, packets)) std::abort();
    return 0;
}
