// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever messages of shared memory come to a home and to a partner, accesses
// end in one way, frames stay within their pages, and all time that passes has an end. With
// `--needs=home` it is an error if an input has the home grant nothing to its peer, or lose what it
// needs itself; with `--needs=partner`, if a partner is granted nothing.
#include <flat/hal/mmu.hpp>
#include <memory/testing.hpp>
#include <net/testing.hpp>
#include <remote/shared/copies.hpp>
#include <remote/shared/home.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

using namespace flat;
using namespace flat::remote::shared;

constexpr u32 pages = 2;
constexpr u64 peer = 1;

/// Remembers what was sent last, and whether something was granted; sends nothing.
class Nowhere final : public net::Datagrams {
public:
    usize bytes_max() override { return 1496; }
    Result<u64, net::SocketError> address(Span<u8 const>) override { return peer; }
    Result<void, net::SocketError> send(Span<u8 const> datagram, u64) override {
        auto const header = remote::opened(datagram);
        if (!header) std::abort();
        last = *header;
        has_granted |= kind_of(*header) == MessageKind::grant;
        return {};
    }
    Result<Arrived, net::SocketError> receive(Span<u8>, u64) override { return Arrived{0, 0, 0}; }

    remote::DatagramHeader last;
    bool has_granted = false;
};

/// What is withdrawn is accessed for a while, if the input says so.
class Pages final : public memory::ResidentPages {
public:
    Counts count(memory::MemoryObject&) override { return {}; }
    Replacements replacements() override { return {}; }
    Unwritten unwritten() override { return {}; }
    void write_behind(u32, u32) override {}
    void revoke(memory::MemoryObject&, u64, u64) override {}
    void revoke_writing(memory::MemoryObject&, u64, u64) override {}
    u64 withdraw(memory::FilledObject&, u64 first, u64 count, u32) override {
        if (first >= pages || count != 1) std::abort();
        if (holds == 0) return 0;
        --holds;
        return 1;
    }
    void clean(memory::FilledObject&, u64, u64) override {}
    u64 discard(memory::FilledObject&, u64, u64) override { return 0; }
    bool close(memory::MemoryObject&) override { return true; }
    Result<Held, memory::MappingError> hold(memory::FilledObject&, u64, u32) override {
        return memory::MappingError{memory::MappingError::unavailable};
    }
    void fill_ahead(memory::FilledObject&, u64, u64) override {}
    void let_go(memory::FilledObject&, u64, u32) override {}
    usize copy_out(memory::FilledObject&, u64, Span<u8>) override { return 0; }
    usize copy_in(memory::FilledObject&, u64, Span<u8 const>) override { return 0; }

    u32 holds = 0; // how often a page is held when it is to be withdrawn
};

/// Accesses that each end once.
class Accesses final : public memory::FilledObject::Transfer {
public:
    void begin(memory::FilledObject& object, u64 page, bool is_writing, paddr frame) {
        if (are_under_way[page]) return;
        are_under_way[page] = true;
        u32 const rights = is_writing ? hal::Mmu::read | hal::Mmu::write : hal::Mmu::read;
        object.fill(page, bytes_of(Span<paddr const>(&frame, 1)), rights, *this);
    }
    void ended(u64 page, u64 count, u32 rights) override {
        if (count != 1 || page >= pages || !are_under_way[page]) std::abort();
        are_under_way[page] = false;
        has_rights |= rights != 0;
    }

    bool are_under_way[pages] = {};
    bool has_rights = false; // to any page
};

/// A kernel, with memory for its pages and not a byte more.
template<class Component>
struct Kernel {
    explicit Kernel(typename Component::Attributes const& attributes, paddr base)
        : frames(2 * pages * 4096, base), component({.datagrams = datagrams,
                                                     .resident = resident,
                                                     .memory = frames,
                                                     .allocator = allocator,
                                                     .threads = threads},
                                                    attributes) {
        for (paddr& each : own)
            each = frames.allocate(0).value();
    }

    void access(u64 page, bool is_writing) {
        accesses.begin(component, page, is_writing, own[page]);
        static_cast<void>(component.work(now_ns));
    }
    void pass_ms(u64 ms) {
        now_ns += ms * 1'000'000;
        static_cast<void>(component.work(now_ns));
    }
    /// No access waits for ever.
    void finish() {
        for (u32 i = 0; i < 1000; ++i)
            pass_ms(100);
        for (bool const each : accesses.are_under_way)
            if (each) std::abort();
    }

    memory::testing::FakeFrames frames;
    paddr own[pages];
    Nowhere datagrams;
    Pages resident;
    net::testing::TestAllocator allocator;
    net::testing::TestThreads threads;
    Accesses accesses;
    Component component;
    u64 now_ns = 1;
};

struct SomeHome final : Home {
    using Home::Home;
};
struct SomeCopies final : Copies {
    using Copies::Copies;
};

/// A message as a piece of the input says: its header, in seven bytes, and how much follows.
usize send_piece(remote::Node& node, Nowhere& network, u64 now_ns, u8 const* piece, usize left) {
    constexpr usize head = 7;
    if (left < head) return left;
    remote::DatagramHeader header;
    header.kind = remote::DatagramKind::memory;
    header.method = piece[0] % 13;
    header.level = piece[1] % 5;
    header.session = piece[2] % 4 == 0 ? piece[2] : network.last.session;
    header.sequence = piece[3] % 4 == 0 ? network.last.sequence : piece[3] % 8;
    header.object = piece[4] % 8 == 0   ? network.last.object
                    : piece[4] % 8 == 1 ? network.last.session // which is a greeter's own number
                                        : piece[4] % (pages + 1);
    header.fragments = static_cast<u16>(1 + piece[5] % 4);
    header.fragment = static_cast<u16>(piece[5] / 4 % 4);
    header.total = piece[6] % 3 == 0 ? 4096 : piece[6] % 3 == 1 ? 0 : piece[6] * 40;
    u8 datagram[1472];
    usize const sizes[] = {0, 1024, 1365, 1366, 1424};
    usize const bytes = sizes[piece[6] / 3 % 5];
    std::memset(datagram, piece[3], sizeof datagram);
    remote::seal(Span<u8>(datagram).first(sizeof header + bytes), header);
    node.arrived(Span<u8 const>(datagram).first(sizeof header + bytes), peer, now_ns);
    return head;
}

template<class Component>
void play(Kernel<Component>& kernel, u8 const* data, usize size) {
    while (size > 0) {
        u8 const what = *data++;
        --size;
        if (what < 40) kernel.access(what % pages, what & 2);
        if (what >= 40 && what < 60) kernel.pass_ms(what - 39);
        if (what >= 60 && what < 70)
            kernel.component.arrived(Span<u8 const>(data, size), peer, kernel.now_ns);
        if (what >= 70 && what < 80) kernel.resident.holds = what - 70;
        if (what < 80) continue;
        usize const used =
            send_piece(kernel.component, kernel.datagrams, kernel.now_ns, data, size);
        data += used;
        size -= used;
    }
    kernel.finish();
}

/// Between which of both and its peer an input has to share something.
struct Needs {
    bool home = false;
    bool partner = false;
} needs;

} // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
    for (int i = 1; i < *count; ++i) {
        needs.home |= std::strcmp((*words)[i], "--needs=home") == 0;
        needs.partner |= std::strcmp((*words)[i], "--needs=partner") == 0;
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    Kernel<SomeHome> home({.count = pages, .tries = 4, .first_ms = 20, .most_ms = 100},
                          paddr{4} << 30);
    play(home, data, size);
    bool const is_shared = home.datagrams.has_granted && home.accesses.has_rights;
    if (needs.home && !is_shared) std::abort();
    Kernel<SomeCopies> copies(
        {.home = "home", .count = pages, .tries = 4, .first_ms = 20, .most_ms = 100},
        paddr{5} << 30);
    play(copies, data, size);
    if (needs.partner && !copies.accesses.has_rights) std::abort();
    return 0;
}
