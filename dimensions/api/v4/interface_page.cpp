// SPDX-License-Identifier: BSD-2-Clause
// The parts of the kernel interface page that are the same in every configuration.
#include <api/interface_page.hpp>

#include <abi/system_calls.hpp>
#include <api/encodings.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::api {

namespace {

constexpr u64 revision = 7;
constexpr u64 little_endian_64_bit = 1 << 2;
constexpr u64 kernel_id = 0x46; // 'F': not among the identifiers that X.2 lists
constexpr u64 page_sizes = 1 << 12 | 1 << 21;
constexpr u64 all_rights = u64(Rights::all);

/// After the fixed part: the kernel's maker (X.2, section 1.1, KernelDescriptor).
struct KernelDescriptor {
    u64 kernel_id;
    u64 generation_date;
    u64 kernel_version;
    u64 supplier;
    char text[32];
};

/// The frequencies of one processor in kHz; 0 where the kernel does not know them.
struct ProcessorDescriptor {
    u64 external_khz;
    u64 internal_khz;
    u64 reserved[2];
};

constexpr u64 processor_descriptor_log2 = 5;
static_assert(sizeof(ProcessorDescriptor) == 1 << processor_descriptor_log2);

constexpr u64 descriptor_offset = 1024;
constexpr u64 processor_offset = 1536;
static_assert(sizeof(KernelInterfacePage) <= descriptor_offset);

} // namespace

InterfacePage::InterfacePage(Ports const& ports, Attributes const& attributes)
    : InterfacePageComponent(ports, attributes) {
    auto const block = frames->allocate(0);
    if (block.is_error()) panic("api.InterfacePage: no memory for the kernel interface page");
    frame_ = block.value();
    u8* const bytes = static_cast<u8*>(machine::physical_to_virtual(frame_));
    memset(bytes, 0, domain::page_size);

    auto& page = *reinterpret_cast<KernelInterfacePage*>(bytes);
    page.magic = KernelInterfacePage::magic_value;
    page.api_version = u64{KernelInterfacePage::version_x2} << 24 | revision << 16;
    page.api_flags = little_endian_64_bit;
    page.kernel_description = descriptor_offset;
    page.processor_description = processor_offset;
    page.utcb_info = domain::page_size_log2 << 16 | utcb_size_log2 << 10 | 1;
    page.kip_area_info = domain::page_size_log2;
    page.page_info = page_sizes | all_rights;
    page.processor_info = processor_descriptor_log2 << 60;
    page.calls = abi::system_call_addresses();

    auto& descriptor = *reinterpret_cast<KernelDescriptor*>(bytes + descriptor_offset);
    descriptor.kernel_id = kernel_id << 24;
    memcpy(descriptor.text, "Flatland L4 X.2", sizeof "Flatland L4 X.2");
}

vaddr InterfacePage::address() {
    return address_of(machine::physical_to_virtual(frame_));
}

} // namespace flat::api
