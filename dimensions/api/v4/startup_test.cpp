// SPDX-License-Identifier: BSD-2-Clause
// The first two programs: loaded where they are linked, described in the interface page, running.
#include <api/startup.hpp>

#include <abi/user_context.hpp>
#include <api/code_grant.hpp>
#include <api/device_grant.hpp>
#include <api/making_grant.hpp>
#include <api/memory_limit.hpp>
#include <api/testing.hpp>
#include <l4/abi/domains.hpp>
#include <machine/physical.hpp>

#include <cstring>
#include <gtest/gtest.h>

namespace {

using namespace flat;

constexpr paddr user_base = 0x100'0000;
constexpr u64 user_bytes = 0x80'0000;

/// A static program whose one segment is its whole file, with a page of zeroes after it.
struct Program {
    u8 bytes[128] = {0x7f, 'E', 'L', 'F', 2, 1, 1};

    explicit Program(paddr base) {
        put(16, 2, 2);                      // executable
        put(18, flat::abi::elf_machine, 2); // for this machine
        put(20, 1, 4);                      // version
        put(24, base + 4, 8);               // entry
        put(32, 64, 8);                     // where the program headers are,
        put(52, 64, 2);                     // the size of this header,
        put(54, 56, 2);                     // that of those,
        put(56, 1, 2);                      // and the number of those
        put(64, 1, 4);                      // to be loaded
        put(88, base, 8);                   // to this physical address:
        put(96, sizeof bytes, 8);           // so many bytes of the file
        put(104, sizeof bytes + 0x1000, 8); // in so many of memory
    }
    void put(usize at, u64 value, usize size) { std::memcpy(bytes + at, &value, size); }
};

Program sigma0_file(user_base);
Program root_file(user_base + 0x10'0000);

} // namespace

extern "C" {
constinit boot::Module const flat_modules[] = {
    {"sigma0", sigma0_file.bytes, sizeof sigma0_file.bytes},
    {"clock", root_file.bytes, sizeof root_file.bytes},
    {"root", root_file.bytes, sizeof root_file.bytes},
    {"words", sigma0_file.bytes, sizeof sigma0_file.bytes},
};
constinit u32 const flat_module_count = 4;
constinit boot::Module const flat_domains[] = {
    {"app", sigma0_file.bytes, sizeof sigma0_file.bytes},
    {"books", root_file.bytes, sizeof root_file.bytes},
};
constinit u32 const flat_domain_count = 2;
}

namespace flat::api {
namespace {

using namespace testing;

class SomeGrant final : public DeviceGrant {
public:
    using DeviceGrant::DeviceGrant;
};

class SomeMaking final : public MakingGrant {
public:
    using MakingGrant::MakingGrant;
};

class SomeLimit final : public MemoryLimit {
public:
    using MemoryLimit::MemoryLimit;
};

class NoSystemCalls : public l4::SystemCalls {};

class SomeCode final : public CodeGrant {
public:
    using CodeGrant::CodeGrant;
};

/// Memory of the users, in the direct map.
class UserMemory : NonCopyable {
public:
    UserMemory() {
        [[maybe_unused]] void* const got =
            mmap(at(user_base), user_bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        assert(got == at(user_base));
        std::memset(at(user_base), 0xff, user_bytes);
    }
    ~UserMemory() { munmap(at(user_base), user_bytes); }

    static u8* at(paddr address) { return static_cast<u8*>(machine::physical_to_virtual(address)); }
};

class ApiStartup : public ::testing::Test {
protected:
    ApiStartup() {
        machine.remove(*machine.root); // this one comes by itself
        startup.run();
    }

    KernelInterfacePage& page() { return *pointer_to<KernelInterfacePage>(machine.page.address()); }

    UserMemory memory;
    Machine machine;
    NoSystemCalls system_calls;
    SomeGrant disk{{}, {.domain = "books", .first_port = 0x1f0, .ports = 8, .line = 14}};
    SomeGrant timer{{}, {.domain = "app", .first_port = 0x40, .ports = 1, .line = -1}};
    l4::DeviceGrant* grants[2] = {&disk, &timer};
    SomeMaking making{{}, {.domain = "books", .makes = "app", .at_once = 3, .pages = 70}};
    l4::MakingGrant* makings[1] = {&making};
    SomeLimit wide{{}, {.domain = "books", .pages = 90}};
    SomeLimit narrow{{}, {.domain = "books", .pages = 80}};
    domain::MemoryLimit* limits[2] = {&narrow, &wide};
    SomeCode few{{}, {.domain = "books", .pages = 8}};
    SomeCode more{{}, {.domain = "books", .pages = 9}};
    l4::CodeGrant* codes[2] = {&more, &few};
    Startup startup{{.threads = machine.threads,
                     .spaces = machine.spaces,
                     .dispatcher = machine.dispatch,
                     .interface_page = machine.page,
                     .system_calls = system_calls,
                     .grants = Span<l4::DeviceGrant* const>(grants),
                     .makings = Span<l4::MakingGrant* const>(makings),
                     .limits = Span<domain::MemoryLimit* const>(limits),
                     .codes = Span<l4::CodeGrant* const>(codes),
                     .trap = machine.trap},
                    {}};
    Tcb& sigma0 = machine.threads.slot(id_of(8).raw());
    Tcb& root = machine.threads.slot(id_of(10).raw());
};

TEST_F(ApiStartup, loads_both_programs_and_clears_what_their_files_leave_out) {
    for (Program const* const each : {&sigma0_file, &root_file}) {
        u8 const* const loaded =
            UserMemory::at(each == &sigma0_file ? user_base : user_base + 0x10'0000);
        EXPECT_EQ(std::memcmp(loaded, each->bytes, sizeof each->bytes), 0);
        EXPECT_EQ(loaded[sizeof each->bytes], 0);
        EXPECT_EQ(loaded[sizeof each->bytes + 0xfff], 0);
        EXPECT_EQ(loaded[sizeof each->bytes + 0x1000], 0xff);
    }
}

TEST_F(ApiStartup, starts_sigma0_and_the_root_task_in_spaces_of_their_own) {
    EXPECT_TRUE(sigma0.is_runnable() && root.is_runnable());
    EXPECT_EQ(sigma0.id(), id_of(8));
    EXPECT_EQ(root.id(), id_of(10));
    EXPECT_NE(sigma0.space(), root.space());
    EXPECT_TRUE(sigma0.space()->is_physical() && !root.space()->is_physical());
    EXPECT_TRUE(sigma0.space()->is_privileged() && root.space()->is_privileged());
    EXPECT_EQ(sigma0.frame().instruction_pointer(), user_base + 4);
    EXPECT_EQ(root.frame().instruction_pointer(), user_base + 0x10'0004);
    EXPECT_EQ(root.utcb()->pager, sigma0.id());
    EXPECT_EQ(&machine.dispatch.current(), &sigma0);
    EXPECT_TRUE(machine.trap.resumed);
}

TEST_F(ApiStartup, leaves_domains_and_further_modules_in_the_root_tasks_memory) {
    auto const* const images =
        static_cast<::l4::DomainImages const*>(machine::physical_to_virtual(page().boot_info));
    ASSERT_EQ(images->magic, ::l4::DomainImages::magic_value);
    boot::Module const expected[] = {flat_domains[0], flat_domains[1], flat_modules[1],
                                     flat_modules[3]};
    ASSERT_EQ(images->count, 4u);
    EXPECT_GT(page().boot_info, user_base + 0x10'0000 + sizeof root_file.bytes + 0xfff);
    for (u32 i = 0; i < images->count; ++i) {
        ::l4::DomainImage const& image = images->images()[i];
        EXPECT_STREQ(image.name, expected[i].name);
        EXPECT_EQ(image.size_bytes, expected[i].size_bytes);
        EXPECT_EQ(image.reports_faults, i < flat_domain_count);
        EXPECT_EQ(image.first % 0x1000, 0u);
        EXPECT_LE(image.first + image.size_bytes - 1, page().root.last);
        EXPECT_EQ(std::memcmp(machine::physical_to_virtual(image.first), expected[i].begin,
                              image.size_bytes),
                  0);
    }
}

TEST_F(ApiStartup, tells_the_root_task_the_least_of_a_domains_limits_of_memory) {
    auto const* const images =
        static_cast<::l4::DomainImages const*>(machine::physical_to_virtual(page().boot_info));
    EXPECT_EQ(images->images()[0].pages_max, ::l4::DomainImage::all_pages); // nobody limits `app`
    EXPECT_EQ(images->images()[1].pages_max, 80u);
}

TEST_F(ApiStartup, tells_the_root_task_the_most_that_a_domain_may_write_and_execute) {
    auto const* const images =
        static_cast<::l4::DomainImages const*>(machine::physical_to_virtual(page().boot_info));
    EXPECT_EQ(images->images()[0].code_pages, 0u); // nobody grants `app` any
    EXPECT_EQ(images->images()[1].code_pages, 9u);
}

TEST_F(ApiStartup, tells_the_root_task_which_devices_are_for_which_domain) {
    auto const* const images =
        static_cast<::l4::DomainImages const*>(machine::physical_to_virtual(page().boot_info));
    ASSERT_EQ(images->grant_count, 2u);
    ::l4::DomainGrant const& first = images->grants()[0];
    EXPECT_EQ(first.domain, 2u);
    EXPECT_EQ(first.first_port, 0x1f0u);
    EXPECT_EQ(first.ports, 8u);
    EXPECT_EQ(first.line, 14u);
    EXPECT_EQ(images->grants()[1].domain, 1u);
    EXPECT_EQ(images->grants()[1].line, ::l4::DomainGrant::no_line);
    EXPECT_LE(address_of(images->grants() + 2) - address_of(images), 0x1000u);
}

TEST_F(ApiStartup, tells_the_root_task_which_domain_makes_which) {
    auto const* const images =
        static_cast<::l4::DomainImages const*>(machine::physical_to_virtual(page().boot_info));
    ASSERT_EQ(images->making_count, 1u);
    EXPECT_EQ(images->makings()[0].maker, 2u);
    EXPECT_EQ(images->makings()[0].made, 1u);
    EXPECT_EQ(images->makings()[0].at_once, 3u);
    EXPECT_EQ(images->makings()[0].pages, 70u);
    EXPECT_GE(address_of(images->makings()), address_of(images->grants() + 2));
}

TEST_F(ApiStartup, tells_in_the_interface_page_where_the_programs_and_the_memory_are) {
    EXPECT_EQ(page().sigma0.entry, user_base + 4);
    EXPECT_EQ(page().sigma0.first, user_base);
    EXPECT_EQ(page().sigma0.last, user_base + sizeof sigma0_file.bytes + 0xfff);
    EXPECT_EQ(page().root.first, user_base + 0x10'0000);
    EXPECT_EQ(page().thread_info, u64{8} << 20 | u64{8} << 8 | 6);
    ASSERT_EQ(page().memory_info & 0xffff'ffff, 3u);
    auto const* const descriptors =
        pointer_to<MemoryDescriptor>(machine.page.address() + (page().memory_info >> 32));
    EXPECT_EQ(descriptors[1].type(), MemoryType::conventional);
    EXPECT_EQ(descriptors[1].first(), user_base);
    EXPECT_EQ(descriptors[1].last(), user_base + user_bytes - 1);
    EXPECT_EQ(descriptors[2].type(), MemoryType::reserved);
    EXPECT_EQ(descriptors[2].first(), 0u);
    EXPECT_EQ(descriptors[2].last(), user_base - 1);
}

} // namespace
} // namespace flat::api
