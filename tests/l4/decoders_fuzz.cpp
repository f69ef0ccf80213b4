// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: what decodes words of L4 programs stays within them, whatever they are.
#include <abi/user_context.hpp>
#include <api/encodings.hpp>
#include <api/ipc/string_walk.hpp>
#include <api/mapping/user_region.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace flat;
using namespace flat::api;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

namespace {

void expect(bool holds) {
    if (!holds) std::abort();
}

void check_tag(u64 word) {
    MessageTag const tag{word};
    expect(tag.untyped_words() <= 63 && tag.typed_words() <= 63);
    MessageTag const received = tag.received();
    expect(!received.failed() && !received.is_propagated() && !received.is_redirected());
    expect(received.label() == tag.label() && received.words() == tag.words());
    expect(!tag.is_plain() || tag == received || tag.failed() || (word & 0xf000) != 0);
}

/// What the kernel asks of a region before it uses it, is enough for what it does then.
void check_fpage(u64 word, u64 other_word) {
    Fpage const page{word};
    Fpage const other{other_word};
    expect(page.overlaps(other) == other.overlaps(page));
    if (!is_user_region(page)) return;
    u64 const end = page.is_complete() ? ~u64{0} : page.address() + page.size_bytes();
    expect(page.is_complete() || (end > page.address() && end <= u64{1} << 47));
    expect(page.contains(page.address(), 1));
    expect(page.is_complete() || !page.contains(end, 1));
    if (is_user_region(other) && !page.is_complete() && !other.is_complete()) {
        u64 const other_end = other.address() + other.size_bytes();
        expect(page.overlaps(other) == (page.address() < other_end && other.address() < end));
        expect(page.contains(small_place(page, other_word), 1));
    }
    expect(rights_of(mmu_access(page.rights())) == page.rights());
}

void check_ports(u64 word) {
    IoFpage const ports{word};
    if (!IoFpage::is(ports.fpage()) || !ports.is_valid()) return;
    expect(ports.first() <= ports.last() && ports.last() <= 0xffff);
    expect(ports.last() - ports.first() + 1 == u32{1} << ports.size_log2());
    expect(!is_user_region(ports.fpage()));
}

void check_times(u64 word, u64 now_us) {
    now_us &= ~u64{0} >> 2;
    Timeouts const both{word};
    for (Time const each : {both.send(), both.receive()}) {
        if (each.is_never()) continue;
        u64 const delay = each.delay_us(now_us);
        expect(!each.is_point() || delay <= u64{1} << 26);
    }
    Time const first = shorter(both.send(), both.receive(), now_us);
    expect(first == both.send() || first == both.receive());
    TimeControl const control{word};
    expect(!control.is_valid() || (!control.slice().is_point() && !control.quantum().is_point()));
}

void check_error(u64 word) {
    IpcError const error{word};
    expect(IpcError(error.phase(), error.code(), error.offset()).raw() == word);
}

/// A description of memory as one who reads the kernel interface page takes it.
void check_descriptor(u64 const* words) {
    MemoryDescriptor descriptor;
    std::memcpy(&descriptor, words, sizeof descriptor);
    expect((descriptor.first() & 0x3ff) == 0 && (descriptor.last() & 0x3ff) == 0x3ff);
    MemoryDescriptor const again(descriptor.type(), descriptor.first(), descriptor.last(),
                                 descriptor.is_virtual());
    expect(again.first() == descriptor.first() && again.last() == descriptor.last());
    expect(again.type() == descriptor.type() && again.is_virtual() == descriptor.is_virtual());
}

/// Goes along a string as a copy does: it ends, after as many bytes as the headers say at most.
void check_string(std::vector<u64> const& words, u16 first) {
    StringRegisters const registers{words.data(), 1, static_cast<u32>(words.size() - 1)};
    StringPlace place{first, 0, 0};
    StringWalk walk(registers, place);
    u64 bytes = 0;
    while (walk.settle() == StringWalk::State::in_string) {
        static_cast<void>(walk.address());
        bytes += walk.bytes_left();
        walk.advance(walk.bytes_left());
        expect(bytes <= words.size() * StringHeader::bytes_max);
    }
    place = {first, 0, 0};
    if (StringWalk(registers, place).skip()) expect(walk.next() <= words.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size < sizeof(u64)) return 0;
    std::vector<u64> words(size / sizeof(u64));
    std::memcpy(words.data(), data, words.size() * sizeof(u64));
    if (words.size() > Utcb::message_register_count) words.resize(Utcb::message_register_count);
    for (usize i = 0; i < words.size(); ++i) {
        u64 const next = words[(i + 1) % words.size()];
        check_tag(words[i]);
        check_fpage(words[i], next);
        check_ports(words[i]);
        check_times(words[i], next);
        check_error(words[i]);
        if (i + 1 < words.size()) check_descriptor(&words[i]);
        check_string(words, static_cast<u16>(i));
    }
    return 0;
}
