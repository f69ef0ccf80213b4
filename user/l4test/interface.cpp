// SPDX-License-Identifier: BSD-2-Clause
// The kernel interface page and the thread control registers of the first thread.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>

namespace l4test {

using l4::KernelInterfacePage;
using l4::MemoryType;
using l4::Word;

namespace {

/// The type that the descriptors give an address; later ones count.
MemoryType type_at(KernelInterfacePage const& kip, Word address) {
    auto type = MemoryType::undefined;
    for (unsigned index = 0; index < kip.memory_descriptor_count(); ++index) {
        auto const memory = kip.memory_descriptor(index);
        if (!memory.is_virtual() && memory.first() <= address && address <= memory.last())
            type = memory.type();
    }
    return type;
}

bool have_all_calls(KernelInterfacePage const& kip) {
    auto const& calls = kip.calls;
    return calls.space_control != 0 && calls.thread_control != 0 && calls.ipc != 0 &&
           calls.local_ipc != 0 && calls.exchange_registers != 0 && calls.system_clock != 0 &&
           calls.thread_switch != 0 && calls.schedule != 0;
}

void test_first_thread(Suite& suite, KernelInterfacePage const& kip) {
    suite.check(l4::my_id() == kip.root_id(), "the root task has the third user thread name");
    suite.check(l4::my_local_id().is_local(), "a local name has six zero bits");
    suite.check(flat::address_of(&l4::my_utcb()) % kip.utcb_size_bytes() == 0,
                "a UTCB is aligned to its size");
    suite.check(l4::my_utcb().pager == kip.sigma0_id(), "the root task's pager is sigma0");
    suite.check(l4::my_utcb().processor == 0, "the root task runs on the first processor");
}

void test_clock(Suite& suite) {
    auto const before = l4::system_clock();
    l4::sleep(l4::Time::milliseconds(5));
    auto const after = l4::system_clock();
    suite.check(after - before >= 5000, "the clock advances by what was slept, or more");
    suite.check(after - before < 1'000'000, "the clock counts microseconds");
}

} // namespace

void test_interface(Suite& suite) {
    auto const& kip = l4::kernel_interface();
    suite.check(kip.is_valid(), "the kernel interface page begins with its magic");
    suite.check(kip.version() == KernelInterfacePage::version_x2, "the API version is X.2");
    suite.check(kip.is_64_bit() && kip.is_little_endian(), "words have 64 bits, little end first");
    suite.check(kip.utcb_size_bytes() == sizeof(l4::Utcb), "a UTCB has 1024 bytes");
    suite.check(kip.utcb_area_size_log2() >= 12, "an area for UTCBs has a page at least");
    suite.check((kip.page_sizes() & 4096) != 0, "there are pages of 4 KiB");
    suite.check(kip.processor_count() == 1, "there is one processor");
    suite.check(have_all_calls(kip), "the page has the addresses of the system calls");
    suite.check(type_at(kip, flat::address_of(program_begin)) == MemoryType::conventional,
                "the program lies in conventional memory");
    suite.check(kip.root.first == flat::address_of(program_begin),
                "the page says where the root task lies");
    test_first_thread(suite, kip);
    test_clock(suite);
}

} // namespace l4test
