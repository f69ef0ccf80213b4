// SPDX-License-Identifier: BSD-2-Clause
// Brings the first two programs to life (L4 X.2, section 7.2, and the boot protocol of
// section 7.1).
#pragma once

#include <api/encodings.hpp>
#include <api/startup.flat.hpp>
#include <core/image/boot_module.hpp>
#include <core/image/elf_image.hpp>
#include <l4/abi/domains.hpp>

namespace flat::api {

/// Loads programs to the physical addresses that they are linked at, as a boot loader would.
class Startup : public StartupComponent {
public:
    using StartupComponent::StartupComponent;

    void run() override;

private:
    /// A thread in a space of its own that begins at the program's entry, without a stack.
    Tcb& start(boot::Module const& module, u32 number, ServerRegion& server);
    void activate(Tcb& thread);
    void load(boot::Module const& module, ElfImage const& image, ServerRegion& region);
    void describe(KernelInterfacePage& page);

    /// Puts what the root task starts after it, into memory that is its own.
    void place_images(KernelInterfacePage& page);
    u64 pages_max_of(Text domain);
    u64 code_pages_of(Text domain);
    void write_grants(::l4::DomainGrant* grant);
    void write_makings(::l4::DomainMaking* making);
};

} // namespace flat::api
