// SPDX-License-Identifier: BSD-2-Clause
// Tests on the machine itself what the host cannot: W^X, SMEP, SMAP, user mode.
#include <arch/self_test.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <domain/word_runs.hpp>
#include <machine/physical.hpp>
#include <machine/software_trap.hpp>
#include <x86_64/registers.hpp>
#include <x86_64/user_access.hpp>

#include <x86_64/exceptions.hpp>

extern "C" {
extern char const flat_image_start[];
extern char const flat_kernel_stack_guard[];
extern flat::u8 const flat_self_test_user_code[];
extern flat::u8 const flat_self_test_user_entry[];
extern flat::u8 const flat_self_test_user_code_end[];
}

namespace flat::arch {

namespace {

using hal::Mmu;

constexpr u32 no_trap = ~0u;
constexpr u64 present = static_cast<u64>(PageFault::P);
constexpr u64 write = static_cast<u64>(PageFault::WR);
constexpr u64 user = static_cast<u64>(PageFault::US);
constexpr u64 fetch = static_cast<u64>(PageFault::ID);

constinit u8 writable_return[] = {0xc3};
constexpr u8 constant[] = {0};

} // namespace

SelfTest::Caught const& SelfTest::try_read(vaddr address) {
    caught_ = {};
    asm volatile("leaq 1f(%%rip), %%rbx; movq %%rsp, %%rcx; movb (%0), %%al; 1:"
                 :
                 : "D"(address)
                 : "rax", "rbx", "rcx", "memory");
    return caught_;
}

SelfTest::Caught const& SelfTest::try_write(vaddr address) {
    caught_ = {};
    asm volatile("leaq 1f(%%rip), %%rbx; movq %%rsp, %%rcx; movb $0, (%0); 1:"
                 :
                 : "D"(address)
                 : "rbx", "rcx", "memory");
    return caught_;
}

SelfTest::Caught const& SelfTest::try_execute(vaddr address) {
    caught_ = {};
    asm volatile("leaq 1f(%%rip), %%rbx; movq %%rsp, %%rcx; call *%0; 1:"
                 :
                 : "D"(address)
                 : "rbx", "rcx", "memory");
    return caught_;
}

/// Runs of all lengths up to beyond two groups, of which each word carries.
void SelfTest::test_word_sums() {
    constexpr usize words_max = 40;
    u64 words[words_max] = {};
    u64 expected = 1;
    bool are_right = true;
    for (usize i = 0; i <= words_max; ++i) {
        are_right = are_right && domain::sum_words(1, words, i) == expected;
        if (i == words_max) break;
        words[i] = ~u64(0) - i;
        if (__builtin_add_overflow(expected, words[i], &expected)) ++expected;
    }
    check(are_right, "runs of words sum up with their carries");
}

void SelfTest::test_image_protection() {
    Caught const& null = try_read(0);
    check(null.vector == static_cast<u32>(Exception::PF) && null.address == 0,
          "nothing is mapped at address 0");
    check(try_write(address_of(flat_image_start)).error_code == (present | write),
          "the kernel's text cannot be written");
    vaddr const alias =
        address_of(machine::physical_to_virtual(machine::virtual_to_physical(flat_image_start)));
    check(try_write(alias).error_code == (present | write),
          "the kernel's text cannot be written in the direct map either");
    check(try_write(address_of(constant)).error_code == (present | write),
          "the kernel's constants cannot be written");
    check(try_execute(address_of(writable_return)).error_code == (present | fetch),
          "the kernel's data cannot be executed");
    check(try_execute(alias).error_code == (present | fetch), "the direct map cannot be executed");
    check(try_read(address_of(flat_kernel_stack_guard)).error_code == 0 &&
              caught_.vector == static_cast<u32>(Exception::PF),
          "nothing is mapped below the kernel stack");
}

paddr SelfTest::make_code_frame() {
    paddr const frame = frames->allocate(0).value();
    memcpy(machine::physical_to_virtual(frame), flat_self_test_user_code,
           static_cast<usize>(flat_self_test_user_code_end - flat_self_test_user_code));
    return frame;
}

void SelfTest::test_address_space() {
    constexpr vaddr user_code = 0x40'0000;
    constexpr vaddr user_stack = 0x80'0000;
    paddr const root = mmu->create_root().value();
    paddr const code = make_code_frame();
    paddr const stack = frames->allocate(0).value();
    mmu->activate(root);
    test_window(root);
    u64 const free_bytes = frames->free_bytes();
    u32 const code_rights = Mmu::read | Mmu::execute | Mmu::user;
    u32 const stack_rights = Mmu::read | Mmu::write | Mmu::user;
    mmu->add_mapping(root, user_code, code, domain::page_size_log2, code_rights).value();
    mmu->add_mapping(root, user_stack, stack, domain::page_size_log2, stack_rights).value();
    test_refusals(root);
    test_user_pages(code, user_code);
    vaddr const entry =
        user_code + static_cast<vaddr>(flat_self_test_user_entry - flat_self_test_user_code);
    test_brief_in_user_mode(entry, user_stack + domain::page_size);
    test_user_mode(entry, user_stack + domain::page_size);
    check(mmu->remove_mapping(root, user_code).is_ok() &&
              try_execute(user_code).error_code == fetch,
          "a removed mapping is gone at once");
    mmu->activate(mmu->kernel_root());
    mmu->destroy_root(root);
    check(frames->free_bytes() == free_bytes + domain::page_size,
          "a root returns all of its tables");
}

void SelfTest::test_refusals(paddr root) {
    u32 const user_rights = Mmu::read | Mmu::user;
    auto const refuses = [&](vaddr address, paddr physical, u8 size_log2, u32 rights) {
        return mmu->add_mapping(root, address, physical, size_log2, rights).is_error();
    };
    check(refuses(0x1800, 0, domain::page_size_log2, user_rights) &&
              refuses(0x1000, 0x800, domain::page_size_log2, user_rights),
          "addresses are multiples of the size");
    check(refuses(0x1000, 0, 13, user_rights), "there are no pages of 8 KiB");
    check(refuses(0, 0, domain::page_size_log2, Mmu::read), "the lower half is for users");
    check(refuses(user_end, 0, domain::page_size_log2, user_rights), "but not its last page");
    check(refuses(1ull << 47, 0, domain::page_size_log2, user_rights), "nor what is not canonical");
    check(refuses(direct_map_base, 0, domain::page_size_log2, Mmu::read) &&
              mmu->remove_mapping(root, direct_map_base).is_error(),
          "the direct map cannot be changed");
    check(
        refuses(machine::kernel_window_base, 0, domain::page_size_log2, Mmu::write | Mmu::execute),
        "the kernel has no pages to write and execute");
    check(refuses(machine::kernel_window_base, 0, domain::page_size_log2, user_rights | Mmu::write),
          "users have no pages to write in the kernel's half");
}

void SelfTest::test_window(paddr root) {
    paddr const frame = frames->allocate(0).value();
    vaddr const place =
        machine::kernel_window_base + machine::kernel_window_bytes - domain::page_size;
    u32 const rights = Mmu::read | Mmu::write;
    check(mmu->add_mapping(mmu->kernel_root(), place, frame, domain::page_size_log2, rights)
                  .is_ok() &&
              try_write(place).vector == no_trap,
          "what is mapped in the kernel window appears in every address space");
    check(mmu->remove_mapping(root, place).is_ok() && try_read(place).error_code == 0 &&
              caught_.vector == static_cast<u32>(Exception::PF),
          "and vanishes from all of them");
    frames->free(frame, 0);
}

void SelfTest::test_user_pages(paddr code, vaddr user_code) {
    check(try_execute(user_code).error_code == (present | fetch),
          "the kernel cannot execute user pages (SMEP)");
    check(try_read(user_code).error_code == present, "the kernel cannot read user pages (SMAP)");
    {
        UserAccess const access;
        check(try_read(user_code).vector == no_trap, "the kernel reads user pages when it says so");
    }
    check(try_read(user_code).error_code == present, "and not any more afterwards");
    check(try_execute(address_of(machine::physical_to_virtual(code))).error_code ==
              (present | fetch),
          "user code cannot be executed through the direct map");
}

void SelfTest::test_user_mode(vaddr entry, vaddr stack_end) {
    user_.frame().start_user(entry, stack_end);
    entered_ = &user_.frame();
    machine::software_trap();
    check(caught_.vector == static_cast<u32>(Exception::BP) && caught_.frame == &user_.frame(),
          "a trap from user mode saves the registers in the thread control block");
    check(user_.frame().is_user() && user_.frame().r15 == 0x1234,
          "the frame holds the registers of user mode");
    check(user_.frame().rflags & static_cast<u64>(Rflags::AC) &&
              !(caught_.rflags_in_handler & static_cast<u64>(Rflags::AC)),
          "user mode cannot suspend SMAP");
    entered_ = &user_.frame();
    machine::software_trap();
    check(caught_.vector == static_cast<u32>(Exception::PF) &&
              caught_.error_code == (present | user) &&
              caught_.address == address_of(flat_image_start),
          "user mode cannot read the kernel");
}

} // namespace flat::arch
