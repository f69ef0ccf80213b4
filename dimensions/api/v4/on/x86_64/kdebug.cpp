// SPDX-License-Identifier: BSD-2-Clause
// Kernel debugger calls: `int3; cmpb $operation, %al`. KernelInterface: `lock; nop`.
#include <abi/kdebug.hpp>

#include <api/encodings.hpp>
#include <l4/abi/kdebug.hpp>
#include <machine/physical.hpp>
#include <machine/register_frame.hpp>
#include <object/space.hpp>
#include <x86_64/exceptions.hpp>

namespace flat::abi {

using ::l4::kdebug::Service;

namespace {

constexpr u8 lock_prefix = 0xf0;
constexpr u8 nop = 0x90;
constexpr u8 compare_al = 0x3c;

/// Longer texts are cut.
constexpr u32 text_max = 4096;

} // namespace

bool Kdebug::handle(Tcb& thread, u32 vector) {
    return vector == u32(arch::Exception::UD) ? kernel_interface(thread) : call(thread);
}

bool Kdebug::kernel_interface(Tcb& thread) {
    RegisterFrame& frame = thread.frame();
    if (read(thread, frame.rip) != lock_prefix || read(thread, frame.rip + 1) != nop) return false;
    auto const& page = *pointer_to<api::KernelInterfacePage>(interface_page->address());
    auto const* const kernel_id =
        pointer_to<u64>(interface_page->address() + page.kernel_description);
    frame.rax = thread.space()->interface_page_area().address();
    frame.rcx = page.api_version;
    frame.rdx = page.api_flags;
    frame.rsi = *kernel_id;
    frame.rip += 2;
    return true;
}

bool Kdebug::call(Tcb& thread) {
    RegisterFrame& frame = thread.frame();
    if (read(thread, frame.rip) != compare_al) return false;
    switch (Service{read(thread, frame.rip + 1)}) {
    case Service::print_character: {
        u8 const character = static_cast<u8>(frame.rax);
        console->write({&character, 1});
        return true;
    }
    case Service::print_string:
        print(thread, frame.rax);
        return true;
    case Service::power_off:
        if (!thread.space()->is_privileged()) return false;
        power->power_off(static_cast<u32>(frame.rdi));
        return true;
    }
    return false;
}

void Kdebug::print(Tcb& thread, vaddr text) {
    for (u32 i = 0; i < text_max; ++i) {
        u8 const character = read(thread, text + i);
        if (character == 0) return;
        console->write({&character, 1});
    }
}

u8 Kdebug::read(Tcb& thread, vaddr address) {
    if (address >= arch::user_end) return 0;
    auto const mapping = mmu->get_mapping(thread.page_root(), address);
    if (mapping.is_error()) return 0;
    paddr const physical = mapping.value().physical + (address - mapping.value().base);
    return *static_cast<u8 const*>(machine::physical_to_virtual(physical));
}

} // namespace flat::abi
