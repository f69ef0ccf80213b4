// SPDX-License-Identifier: BSD-2-Clause
// The published encodings against values worked out by hand from the reference manual.
#include <gtest/gtest.h>

#include <l4/abi/error.hpp>
#include <l4/abi/kip.hpp>
#include <l4/abi/map_item.hpp>
#include <l4/abi/memory_descriptor.hpp>
#include <l4/abi/protocol.hpp>
#include <l4/abi/time.hpp>
#include <l4/abi/utcb.hpp>

#include <cstring>
#include <vector>

namespace l4 {
namespace {

TEST(ThreadId, a_global_name_has_its_number_above_its_version) {
    auto const id = ThreadId::global(0x42, 2);
    EXPECT_EQ(id.raw(), 0x42'0000'0002u);
    EXPECT_EQ(id.number(), 0x42u);
    EXPECT_EQ(id.version(), 2u);
    EXPECT_TRUE(id.is_global());
    EXPECT_FALSE(id.is_local());
}

TEST(ThreadId, a_local_name_has_six_zero_bits) {
    EXPECT_TRUE(ThreadId(0xbf00'0200).is_local());
    EXPECT_TRUE(ThreadId(0xbf00'0201).is_global());
    EXPECT_FALSE(ThreadId::nil().is_local());
    EXPECT_FALSE(ThreadId::nil().is_global());
}

TEST(ThreadId, the_special_names_are_zero_all_ones_and_all_ones_but_six) {
    EXPECT_EQ(ThreadId::nil().raw(), 0u);
    EXPECT_EQ(ThreadId::any().raw(), 0xffff'ffff'ffff'ffffu);
    EXPECT_EQ(ThreadId::any_local().raw(), 0xffff'ffff'ffff'ffc0u);
}

TEST(Time, never_is_zero_and_zero_is_not) {
    EXPECT_EQ(Time::never().raw(), 0x0000);
    EXPECT_EQ(Time::zero().raw(), 0x0400);
    EXPECT_EQ(Time::microseconds(0), Time::zero());
}

TEST(Time, ten_bits_are_kept_and_the_rest_is_rounded_down) {
    EXPECT_EQ(Time::microseconds(1).raw(), 0x0001);
    EXPECT_EQ(Time::microseconds(1023).raw(), 0x03ff);
    EXPECT_EQ(Time::microseconds(1024).raw(), 0x0600);
    EXPECT_EQ(Time::microseconds(2047).in_microseconds(), 2046u);
    EXPECT_EQ(Time::milliseconds(10).raw(), 0x1271);
    EXPECT_EQ(Time::milliseconds(10).in_microseconds(), 10000u);
}

TEST(Time, what_is_too_long_is_never) {
    EXPECT_EQ(Time::microseconds((u64{1} << 41) - 1).raw(), 0x7fff);
    EXPECT_EQ(Time::microseconds(u64{1} << 41), Time::never());
}

TEST(Time, the_send_timeout_is_the_upper_half) {
    EXPECT_EQ((Timeouts{Time::zero(), Time::never()}.raw()), 0x0400'0000u);
    EXPECT_EQ((Timeouts{Time::never(), Time::zero()}.raw()), 0x0000'0400u);
    EXPECT_EQ(Timeouts{}.raw(), 0u);
}

TEST(Fpage, base_size_and_rights_share_a_word) {
    auto const page = Fpage::around(0x1234'5678, 12, Rights::read_write);
    EXPECT_EQ(page.raw(), 0x1234'50c6u);
    EXPECT_EQ(page.address(), 0x1234'5000u);
    EXPECT_EQ(page.size_bytes(), 4096u);
    EXPECT_EQ(page.rights(), Rights::read_write);
    EXPECT_EQ(page.with(Rights::all).raw(), 0x1234'50c7u);
}

TEST(Fpage, the_special_ones_are_told_apart) {
    EXPECT_EQ(Fpage::complete().raw(), 0x10u);
    EXPECT_TRUE(Fpage::complete(Rights::all).is_complete());
    EXPECT_FALSE(Fpage::around(0, 12).is_complete());
    EXPECT_TRUE(Fpage::nil().is_nil());
    EXPECT_EQ(Fpage::nil().size_bytes(), 0u);
    EXPECT_EQ(Fpage::anywhere(12).raw(), 0xffff'ffff'ffff'fcc0u);
    EXPECT_TRUE(Fpage::anywhere(21).is_anywhere());
    EXPECT_FALSE(Fpage::around(0x1000, 12).is_anywhere());
    EXPECT_TRUE(Fpage(0x10c8).has_reserved_bit());
}

TEST(Fpage, a_base_that_is_not_aligned_is_rounded_down_to_the_size) {
    EXPECT_EQ(Fpage(0x1234'5000 | 21 << 4).address(), 0x1220'0000u);
}

TEST(MessageTag, label_flags_and_counts_share_a_word) {
    MessageTag const tag(0xabcd, 63, 0);
    EXPECT_EQ(tag.raw(), 0xabcd'003fu);
    EXPECT_EQ(MessageTag(0, 0, 2).raw(), 0x80u);
    EXPECT_EQ(MessageTag(1, 2, 4).typed_words(), 4u);
    EXPECT_EQ(tag.label(), 0xabcdu);
    EXPECT_FALSE(tag.failed());
    EXPECT_TRUE(MessageTag(0x8000).failed());
}

TEST(Protocol, labels_are_small_negative_numbers_above_four_bits) {
    MessageTag const fault(PageFault::label(Rights::write), 2);
    EXPECT_EQ(fault.raw(), 0xffff'ffff'ffe2'0002u);
    EXPECT_TRUE(PageFault::is(fault));
    EXPECT_EQ(PageFault::access(fault), Rights::write);
    EXPECT_FALSE(PageFault::is(MessageTag(PageFault::label(Rights::read), 3)));

    MessageTag const request(Sigma0Request::label, 2);
    EXPECT_EQ(request.raw(), 0xffff'ffff'ffa0'0002u);
    EXPECT_TRUE(Sigma0Request::is(request));
    EXPECT_FALSE(Sigma0Request::is(MessageTag(Sigma0Request::label, 1)));
    EXPECT_FALSE(Sigma0Request::is(fault));
}

TEST(MapItem, the_descriptor_says_map_and_where_to) {
    MapItem const item(Fpage::around(0x40'0000, 12, Rights::all), 0x80'1000);
    EXPECT_EQ(item.descriptor(), 0x80'1008u);
    EXPECT_EQ(item.send_base(), 0x80'1000u);
    EXPECT_EQ(MapItem::refusal().descriptor(), 8u);
    EXPECT_TRUE(MapItem::refusal().region().is_nil());
}

TEST(IpcError, phase_and_code_come_apart) {
    using Code = IpcError::Code;
    using Phase = IpcError::Phase;
    EXPECT_EQ(IpcError(Phase::send, Code::non_existing_partner).raw(), 4u);
    EXPECT_EQ(IpcError(Phase::receive, Code::timeout).raw(), 3u);
    EXPECT_TRUE(IpcError(0x108).is(Phase::send, Code::message_overflow));
    EXPECT_EQ(IpcError(0x108).offset(), 0x10u);
}

TEST(MemoryDescriptor, limits_are_in_whole_kibibytes) {
    MemoryDescriptor const memory(MemoryType::conventional, 0x10'0000, 0x7ff'ffff);
    EXPECT_EQ(memory.type(), MemoryType::conventional);
    EXPECT_EQ(memory.first(), 0x10'0000u);
    EXPECT_EQ(memory.last(), 0x7ff'ffffu);
    EXPECT_FALSE(memory.is_virtual());
    EXPECT_TRUE(MemoryDescriptor(MemoryType::conventional, 0, 0xfff, true).is_virtual());
}

TEST(KernelInterfacePage, fields_are_found_where_the_binding_has_them) {
    std::vector<Word> words(72 + 4);
    words[0] = 0x4be6'344c;
    words[1] = 0x8405'0000;
    words[2] = 4;
    words[21] = Word{72 * 8} << 32 | 2;
    words[42] = 12 << 16 | 10 << 10 | 1;
    words[43] = 12;
    words[49] = 0x06'0010 << 8 | 18;
    words[50] = (1 << 12 | 1 << 21) | 7;
    words[56] = 0xf00;
    words[74] = 0x3 | 0xb800'0000;
    words[75] = 0xb8ff'fc00;
    auto const& kip = *reinterpret_cast<KernelInterfacePage const*>(words.data());
    EXPECT_TRUE(kip.is_valid());
    EXPECT_EQ(kip.version(), KernelInterfacePage::version_x2);
    EXPECT_TRUE(kip.is_64_bit());
    EXPECT_TRUE(kip.is_little_endian());
    EXPECT_EQ(kip.utcb_area_size_log2(), 12u);
    EXPECT_EQ(kip.utcb_size_bytes(), 1024u);
    EXPECT_EQ(kip.thread_number_bits(), 18u);
    EXPECT_EQ(kip.system_base(), 0x10u);
    EXPECT_EQ(kip.user_base(), 0x60u);
    EXPECT_EQ(kip.sigma0_id(), ThreadId::global(0x60, 1));
    EXPECT_EQ(kip.root_id(), ThreadId::global(0x62, 1));
    EXPECT_EQ(kip.page_sizes(), 0x20'1000u);
    EXPECT_EQ(kip.calls.ipc, 0xf00u);
    EXPECT_EQ(kip.memory_descriptor_count(), 2u);
    EXPECT_EQ(kip.memory_descriptor(1).type(), MemoryType::dedicated);
    EXPECT_EQ(kip.memory_descriptor(1).last(), 0xb8ff'ffffu);
}

TEST(Utcb, buffer_register_0_is_sixteen_words_below_the_message_registers) {
    Utcb utcb{};
    utcb.accept_mappings(Fpage::complete(Rights::all));
    Word words[sizeof(Utcb) / sizeof(Word)];
    std::memcpy(words, &utcb, sizeof utcb);
    EXPECT_EQ(words[64 - 16], 0x10u);
}

} // namespace
} // namespace l4
