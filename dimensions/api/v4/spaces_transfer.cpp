// SPDX-License-Identifier: BSD-2-Clause
// What a map item of a message does to two address spaces (L4 X.2, section 5.3).
#include <api/spaces.hpp>

#include <api/user_region.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>

namespace flat::api {

namespace {

/// The most that one item maps: the kernel is not preempted meanwhile.
constexpr u32 item_log2_max = 28;

constexpr u32 large_page_log2 = 21;
constexpr u32 any_access = hal::Mmu::read | hal::Mmu::write | hal::Mmu::execute;
constexpr hal::MmuError invalid{hal::MmuError::Code::invalid};
constexpr hal::MmuError not_mapped{hal::MmuError::Code::not_mapped};

/// The rights of a flexpage in the terms of the memory management unit.
u32 mmu_rights(Rights sent) {
    u32 rights = hal::Mmu::user;
    if ((sent & Rights::read) != Rights::none) rights |= hal::Mmu::read;
    if ((sent & Rights::write) != Rights::none) rights |= hal::Mmu::write;
    if ((sent & Rights::execute) != Rights::none) rights |= hal::Mmu::execute;
    return rights;
}

/// What the receiver accepts: everything while the kernel receives in its name.
Fpage receive_window(Tcb& receiver) {
    constexpr u64 whole_space = 1 << 4;
    bool const is_kernels = receiver.exchange() != Exchange::message;
    return Fpage{is_kernels ? whole_space : receiver.utcb()->acceptor() & ~u64{0xf}};
}

constexpr u64 align_down(u64 value, u32 log2) {
    return value >> log2 << log2;
}

constexpr bool is_aligned(u64 value, u32 log2) {
    return align_down(value, log2) == value;
}

/// The offset that `base` names in a region of 2^log2 bytes.
constexpr u64 offset_in(u64 base, u32 log2) {
    return log2 >= 64 ? base : base - align_down(base, log2);
}

/// Which part of the sent flexpage goes where: the smaller of both windows, placed by the base.
struct Placement {
    u64 from;
    u64 to;
    u32 size_log2;
};

Placement place(Fpage sent, Fpage window, u64 base) {
    u32 const sent_log2 = sent.size_log2();
    u32 const window_log2 = window.size_log2();
    if (sent_log2 <= window_log2) {
        u64 const offset = align_down(offset_in(base, window_log2), min(sent_log2, 63u));
        return {sent.address(), window.address() + offset, sent_log2};
    }
    return {sent.address() + align_down(offset_in(base, sent_log2), window_log2), window.address(),
            window_log2};
}

} // namespace

Spaces::MmuResult Spaces::transfer(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) {
    Fpage const sent{fpage};
    Fpage const window = receive_window(receiver);
    if (sent.is_nil() || window.is_nil()) return {};
    if (!is_user_region(sent) || !is_user_region(window)) return invalid;
    // Both ends are of user memory now, but a part of them is what moves: it is checked again
    // below, as are the areas in which the kernel itself maps pages.
    Placement const part = place(sent, window, TypedItem{item}.send_base());
    if (part.size_log2 > item_log2_max) return invalid;
    Fpage const region{part.to | u64{part.size_log2} << 4};
    Space& target = *receiver.space();
    if (!is_user_region(region) || target.is_kernel_area(region)) return invalid;
    return pass_on(*sender.space(), part.from, target, part.to, part.size_log2,
                   mmu_rights(sent.rights()));
}

bool Spaces::map_physical(Space& space, vaddr address) {
    auto const page = physical_source(align_down(address, large_page_log2));
    auto const small = physical_source(align_down(address, domain::page_size_log2));
    if (small.is_error()) return false;
    bool const fits = page.is_ok() && page.value().size_log2 == large_page_log2;
    return replace(space, fits ? page.value() : small.value()).is_ok();
}

Result<hal::Mmu::Mapping, hal::MmuError> Spaces::physical_source(paddr address) {
    constexpr u32 rights = hal::Mmu::read | hal::Mmu::write | hal::Mmu::execute | hal::Mmu::user;
    paddr const end = user_memory_.base + user_memory_.size_bytes;
    if (address < user_memory_.base || address >= end) return not_mapped;
    u64 const large_page = u64{1} << large_page_log2;
    bool const is_large = is_aligned(address, large_page_log2) && end - address >= large_page;
    u8 const size_log2 = is_large ? large_page_log2 : domain::page_size_log2;
    return hal::Mmu::Mapping{address, address, size_log2, rights};
}

Result<hal::Mmu::Mapping, hal::MmuError> Spaces::source(Space& sender, vaddr address) {
    if (sender.is_physical()) return physical_source(address);
    if (sender.is_kernel_area(Fpage{address | u64{domain::page_size_log2} << 4})) return not_mapped;
    return mmu->get_mapping(sender.page_root(), address);
}

Spaces::MmuResult Spaces::pass_on(Space& sender, vaddr from, Space& receiver, vaddr to,
                                  u32 size_log2, u32 rights) {
    u64 const bytes = u64{1} << size_log2;
    u64 step = domain::page_size;
    for (u64 done = 0; done < bytes; done += step) {
        // One large page where both ends allow it, else small ones; what the sender has not is left
        // out (section 5.3), so that a sparse region can be passed on in one item.
        step = domain::page_size;
        auto const found = source(sender, from + done);
        if (found.is_error()) continue;
        hal::Mmu::Mapping const& page = found.value();
        u32 const passed = page.rights & rights;
        if ((passed & any_access) == 0) continue; // hardware would let what is present be read
        paddr const physical = page.physical + (from + done - page.base);
        bool const is_large = page.size_log2 >= large_page_log2 && size_log2 >= large_page_log2 &&
                              is_aligned(to + done, large_page_log2) &&
                              is_aligned(physical, large_page_log2);
        if (is_large && replace(receiver, {to + done, physical, large_page_log2, passed}).is_ok()) {
            step = u64{1} << large_page_log2;
            continue;
        }
        TRY(replace(receiver, {to + done, physical, domain::page_size_log2, passed}));
    }
    return {};
}

} // namespace flat::api
