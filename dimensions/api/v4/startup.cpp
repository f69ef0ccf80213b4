// SPDX-License-Identifier: BSD-2-Clause
// From boot modules to running programs.
#include <api/startup.hpp>

#include <abi/user_context.hpp>
#include <api/binding_contract.hpp>
#include <api/encodings.hpp>
#include <core/assert.hpp>
#include <core/bits.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <object/space.hpp>
#include <object/tcb.hpp>

namespace flat::api {

namespace {

/// Where the first programs find the kernel's areas; both are far from physical memory.
constexpr u64 interface_page_area = 0x7ffe'0000'0000 | 12 << 4;
constexpr u32 utcb_area_log2 = 16;
constexpr u64 utcb_area = 0x7ffe'1000'0000 | utcb_area_log2 << 4;
constexpr vaddr first_utcb = 0x7ffe'1000'0000;

/// Numbers of the first threads, from the first user number on (X.2, section 7.2).
constexpr u32 sigma0_offset = 0;
constexpr u32 root_offset = 2;
constexpr u32 first_version = 1;

constexpr u8 first_priority = 255;
constexpr u64 memory_descriptor_offset = 2048;

static_assert(boot::domains_max <= ::l4::DomainThread::places_max);

boot::Module const& find_module(Text name) {
    for (u32 i = 0; i < flat_module_count; ++i)
        if (Text(flat_modules[i].name) == name) return flat_modules[i];
    panic("the assembly has no boot module `{}`", name);
}

/// Two programs are started here, and component objects are for a loader of the kernel's.
bool is_for_root(boot::Module const& module) {
    Text const name(module.name);
    Span<u8 const> const file(module.begin, module.size_bytes);
    return name != "sigma0" && name != "root" &&
           ElfImage::parse(file, abi::elf_machine, ElfKind::object).is_error();
}

/// What the root task starts: the domains, by whose places grants name them, then the boot modules
/// but those that are for others.
template<class Use>
void for_each_image(Use use) {
    for (u32 i = 0; i < flat_domain_count; ++i)
        use(flat_domains[i], true);
    for (u32 i = 0; i < flat_module_count; ++i)
        if (is_for_root(flat_modules[i])) use(flat_modules[i], false);
}

u32 image_count() {
    u32 count = 0;
    for_each_image([&](boot::Module const&, bool) { ++count; });
    return count;
}

/// The place of the domain for whose name the condition holds, from 1 on. There is one: `flat
/// check` has seen to it (F0428).
template<class Condition>
u64 place_of_domain(Condition is_it) {
    u32 place = 0;
    while (place < flat_domain_count && !is_it(Text(flat_domains[place].name).bytes()))
        ++place;
    assert(place < flat_domain_count);
    return place + 1;
}

} // namespace

void Startup::run() {
    auto& page = *pointer_to<KernelInterfacePage>(interface_page->address());
    describe(page);
    Tcb& sigma0 = start(find_module("sigma0"), sigma0_offset, page.sigma0);
    sigma0.space()->make_physical();
    Tcb& root = start(find_module("root"), root_offset, page.root);
    if (image_count() > 0) place_images(page);
    root.utcb()->pager = sigma0.id();
    activate(sigma0);
    activate(root);
    dispatcher->settle(nullptr);
    trap->resume();
}

void Startup::activate(Tcb& thread) {
    thread.clear_hazards(hazard_inactive);
    dispatcher->make_ready(thread);
}

Tcb& Startup::start(boot::Module const& module, u32 number, ServerRegion& server) {
    Span<u8 const> const file(module.begin, module.size_bytes);
    auto const image = ElfImage::parse(file, abi::elf_machine);
    if (image.is_error()) panic("boot module `{}` is no static program", module.name);
    load(module, image.value(), server);
    server.entry = image.value().entry();

    ThreadId const id = ThreadId::global(threads->first_user_number() + number, first_version);
    Space* const space = spaces->create();
    if (!space || !spaces->configure(*space, interface_page_area, utcb_area))
        panic("no memory for the address space of `{}`", module.name);
    space->make_privileged();
    Tcb& thread = threads->create(id.raw(), *space, id.raw());
    thread.set_priority(first_priority);
    if (!spaces->allocate_utcb(thread, first_utcb)) panic("no memory for a UTCB");
    abi::start_user(thread.frame(), server.entry, 0);
    return thread;
}

void Startup::load(boot::Module const& module, ElfImage const& image, ServerRegion& region) {
    auto const users = spaces->user_memory();
    region.first = ~u64{0};
    region.last = 0;
    for (u32 i = 0; i < image.segment_count(); ++i) {
        auto const part = image.segment(i);
        if (part.memory_bytes == 0) continue;
        paddr const last = part.physical + part.memory_bytes - 1;
        if (part.physical < users.base || last >= users.base + users.size_bytes)
            panic("boot module `{}` does not fit into user memory", module.name);
        u8* const to = static_cast<u8*>(machine::physical_to_virtual(part.physical));
        memcpy(to, part.file, part.file_bytes);
        memset(to + part.file_bytes, 0, part.memory_bytes - part.file_bytes);
        region.first = min(region.first, part.physical);
        region.last = max(region.last, last);
    }
}

void Startup::place_images(KernelInterfacePage& page) {
    if (image_count() > boot::domains_max)
        panic("the assembly has {} domains and boot modules for the root task: {} is the most",
              image_count(), boot::domains_max);
    auto const users = spaces->user_memory();
    paddr const table = align_up<paddr>(page.root.last + 1, domain::page_size);
    u64 const table_bytes = sizeof(::l4::DomainImages) + image_count() * sizeof(::l4::DomainImage) +
                            grants.size() * sizeof(::l4::DomainGrant) +
                            makings.size() * sizeof(::l4::DomainMaking);
    paddr next = align_up<paddr>(table + table_bytes, domain::page_size);
    paddr end = next;
    for_each_image([&](boot::Module const& from, bool) {
        end += align_up<u64>(from.size_bytes, domain::page_size);
    });
    if (end > users.base + users.size_bytes)
        panic("the domains and boot modules do not fit into user memory");

    auto& images = *static_cast<::l4::DomainImages*>(machine::physical_to_virtual(table));
    images = {::l4::DomainImages::magic_value, image_count(), grants.size(), makings.size()};
    ::l4::DomainImage* image = images.images();
    for_each_image([&](boot::Module const& from, bool is_domain) {
        Text const name(from.name);
        *image = {{},
                  next,
                  from.size_bytes,
                  is_domain ? pages_max_of(name) : ::l4::DomainImage::all_pages,
                  is_domain ? code_pages_of(name) : 0,
                  is_domain};
        memcpy(image->name, name.data(), min<usize>(name.size(), sizeof image->name - 1));
        memcpy(machine::physical_to_virtual(next), from.begin, from.size_bytes);
        next += align_up<u64>(from.size_bytes, domain::page_size);
        ++image;
    });
    write_grants(images.grants());
    write_makings(images.makings());
    page.root.last = end - 1;
    page.boot_info = table;
}

/// The least that its limits say.
u64 Startup::pages_max_of(Text domain) {
    u64 pages_max = ::l4::DomainImage::all_pages;
    for (domain::MemoryLimit& each : limits)
        if (each.is_for(domain.bytes())) pages_max = min<u64>(pages_max, each.pages_max());
    return pages_max;
}

/// The most that its grants say.
u64 Startup::code_pages_of(Text domain) {
    u64 pages = 0;
    for (::flat::l4::CodeGrant& each : codes)
        if (each.is_for(domain.bytes())) pages = max<u64>(pages, each.pages_max());
    return pages;
}

void Startup::write_grants(::l4::DomainGrant* grant) {
    for (::flat::l4::DeviceGrant& each : grants) {
        auto const devices = each.devices();
        u64 const place = place_of_domain([&](Span<u8 const> name) { return each.is_for(name); });
        *grant++ = {place, devices.first_port, devices.ports,
                    devices.has_line ? devices.line : ::l4::DomainGrant::no_line};
    }
}

void Startup::write_makings(::l4::DomainMaking* making) {
    for (::flat::l4::MakingGrant& each : makings) {
        u64 const maker = place_of_domain([&](Span<u8 const> name) { return each.is_for(name); });
        u64 const made = place_of_domain([&](Span<u8 const> name) { return each.is_of(name); });
        auto const limits = each.limits();
        *making++ = {maker, made, limits.at_once, limits.pages};
    }
}

void Startup::describe(KernelInterfacePage& page) {
    auto const users = spaces->user_memory();
    paddr const user_last = users.base + users.size_bytes - 1;
    auto* const descriptors = reinterpret_cast<MemoryDescriptor*>(reinterpret_cast<u8*>(&page) +
                                                                  memory_descriptor_offset);
    descriptors[0] = MemoryDescriptor(MemoryType::conventional, 0, abi::user_end - 1, true);
    descriptors[1] = MemoryDescriptor(MemoryType::conventional, users.base, user_last);
    descriptors[2] = MemoryDescriptor(MemoryType::reserved, 0, users.base - 1);
    page.memory_info = memory_descriptor_offset << 32 | 3;
    u64 const user_base = threads->first_user_number();
    page.thread_info = user_base << 20 | user_base << 8 | threads->number_bits();
    page.clock_info = 1 | u64{dispatcher->tick_us()} << 16;
}

} // namespace flat::api
