// SPDX-License-Identifier: BSD-2-Clause
// What a map item of a message does to two address spaces (L4 X.2, section 5.3).
#include <api/spaces.hpp>

#include <abi/user_context.hpp>
#include <api/mapping/user_region.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::api {

namespace {

constexpr u64 all_done = ~u64{0};
/// What `done` is while others still lose the ports of a grant, which was carried out, or in part.
constexpr u64 granted = 1;
constexpr u64 granted_in_part = 2;

constexpr hal::MmuError no_room{hal::MmuError::Code::out_of_memory};
constexpr hal::MmuError invalid{hal::MmuError::Code::invalid};
constexpr hal::MmuError not_mapped{hal::MmuError::Code::not_mapped};

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

Result<u64, hal::MmuError> Spaces::transfer(Tcb& sender, Tcb& receiver, u64 item, u64 fpage,
                                            u64 done, u32 pages) {
    if (done == 0 && pass_page(sender, receiver, item, fpage)) return all_done;
    Fpage const sent{fpage};
    Fpage const window = receive_window(receiver);
    if (sent.is_nil() || window.is_nil()) return all_done;
    if (IoFpage::is(sent)) {
        if (done == granted_in_part) return no_room;
        if (done != 0) return all_done; // but for what was taken, which the caller has waited for
        return pass_ports(*sender.space(), *receiver.space(), item, IoFpage{fpage}, window);
    }
    if (!is_user_region(sent) || !is_user_region(window)) return invalid;
    // Both ends are of user memory now, but a part of them is what moves: it is checked again
    // below, as are the areas in which the kernel itself maps pages.
    Placement const part = place(sent, window, TypedItem{item}.send_base());
    Fpage const region{part.to | u64{part.size_log2} << 4};
    Space& target = *receiver.space();
    if (!is_user_region(region) || target.is_kernel_area(region)) return invalid;
    return pass_on({.sender = *sender.space(),
                    .receiver = target,
                    .from = part.from,
                    .to = part.to,
                    .bytes = u64{1} << part.size_log2,
                    .rights = mmu_access(sent.rights()) | hal::Mmu::user | memory_types,
                    .is_grant = TypedItem{item}.is_grant()},
                   done, pages);
}

// A port is the same wherever it goes: what is in both windows is passed on, and the base does not
// count.
Result<u64, hal::MmuError> Spaces::pass_ports(Space& sender, Space& receiver, u64 item,
                                              IoFpage sent, Fpage window) {
    IoFpage const accepted = window.is_complete() ? IoFpage::complete() : IoFpage{window.raw()};
    if (!io_ports || !IoFpage::is(accepted.fpage())) return invalid;
    if (!sent.is_valid() || !accepted.is_valid()) return invalid;
    u32 const first = max(sent.first(), accepted.first());
    u32 const last = min(sent.last(), accepted.last());
    if (first > last) return all_done;
    bool const is_grant = TypedItem{item}.is_grant();
    if (is_grant && !make_room()) return u64{0};
    TRY(make_port_room(receiver));
    bool const is_passed = io_ports->pass(sender, receiver, first, last, is_grant);
    bool const is_over = !is_grant || make_room();
    if (!is_over) return is_passed ? granted : granted_in_part;
    if (!is_passed) return no_room;
    return all_done;
}

Spaces::MmuResult Spaces::make_port_room(Space& space) {
    if (space.is_physical() || space.ports().has_frame()) return {};
    if (!may_take(space)) return no_room;
    auto const frame = frames->allocate(0);
    if (frame.is_error()) return no_room;
    space.ports().add_frame(machine::physical_to_virtual(frame.value()));
    space.charge(1);
    return {};
}

Result<Spaces::Piece, hal::MmuError> Spaces::access(Space& space, vaddr address, u32 rights) {
    if (address >= abi::user_end) return invalid;
    u32 const needed = rights | hal::Mmu::user;
    auto page = mmu->access(space.page_root(), address, needed);
    if (page.is_error() && space.is_physical() && map_physical(space, address))
        page = mmu->access(space.page_root(), address, needed);
    if (page.is_error()) return not_mapped;
    u64 const offset = address - page.value().base;
    return Piece{page.value().physical + offset, (u64{1} << page.value().size_log2) - offset};
}

bool Spaces::map_physical(Space& space, vaddr address) {
    auto const page = physical_source(align_down(address, large_page_log2));
    auto const small = physical_source(align_down(address, domain::page_size_log2));
    if (small.is_error()) return false;
    bool const fits = page.is_ok() && page.value().size_log2 == large_page_log2;
    // Where the large page has been taken back in part, the rest of it is there in small ones.
    return (fits && replace(space, page.value()).is_ok()) || replace(space, small.value()).is_ok();
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

vaddr Spaces::first_source(Space& sender, vaddr address) {
    if (!sender.is_physical()) return sender.mapped().first_mapped(address);
    bool const is_beyond = address >= user_memory_.base + user_memory_.size_bytes;
    return is_beyond ? ~vaddr{0} : max(address, user_memory_.base);
}

Result<Spaces::Source, hal::MmuError> Spaces::source(Space& sender, vaddr address) {
    if (sender.is_physical()) {
        auto const page = TRY(physical_source(address));
        return Source{*TRY(root_mapping(sender, address)), page};
    }
    Mapping* const mapping = sender.mapped().find(address);
    if (!mapping) return not_mapped;
    return Source{*mapping, TRY(mmu->get_mapping(sender.page_root(), address))};
}

// The roots of the trees are large, so that few of all mappings have to be looked at for a page;
// the last one may reach beyond the end of memory.
Result<Mapping*, hal::MmuError> Spaces::root_mapping(Space& space, paddr address) {
    if (Mapping* const known = space.mapped().find(address)) return known;
    paddr const base = align_down(address, large_page_log2);
    Mapping* const root = TRY(make_mapping(nullptr, space, {base, base, large_page_log2, 0}));
    space.mapped().insert(*root);
    return root;
}

// A page whose turn is not yet because of what is being taken back is tried again, unless somebody
// has to wait for that; after a grant somebody has, too.
Result<u64, hal::MmuError> Spaces::pass_on(Passage const& passage, u64 done, u32 pages) {
    auto next_source = [&](u64 offset) {
        bool const is_alone = passage.bytes == domain::page_size; // it is looked for where it is
        return is_alone ? offset
                        : first_source(passage.sender, passage.from + offset) - passage.from;
    };
    for (done = next_source(done); done < passage.bytes && pages > 0; --pages) {
        if (passage.is_grant && is_revoking()) break;
        auto const step = pass_one(passage, done);
        bool const is_not_yet =
            step.is_error() && step.error().code == hal::MmuError::Code::already_mapped;
        if (is_not_yet && !make_room()) break;
        if (is_not_yet) continue;
        done = next_source(done + TRY(step));
        if (passage.is_grant && !make_room()) return min(done, passage.bytes);
    }
    return done < passage.bytes ? done : all_done;
}

// One large page where both ends allow it, else a small one. What the sender has not is left out
// (section 5.3), so that a sparse region can be passed on in one item.
Result<u64, hal::MmuError> Spaces::pass_one(Passage const& passage, u64 offset) {
    vaddr const from = passage.from + offset;
    vaddr const to = passage.to + offset;
    auto const found = source(passage.sender, from);
    if (found.is_error()) {
        if (found.error().code == hal::MmuError::Code::out_of_memory) return found.error();
        return u64{domain::page_size};
    }
    hal::Mmu::Mapping const& page = found.value().page;
    u32 const rights = page.rights & passage.rights;
    // Hardware would let what is present be read.
    if ((rights & any_access) == 0) return u64{domain::page_size};
    paddr const physical = page.physical + (from - page.base);
    bool const is_large = page.size_log2 >= large_page_log2 && passage.bytes >= large_page_bytes &&
                          is_aligned(to, large_page_log2) &&
                          is_aligned(physical, large_page_log2) &&
                          takes_large(passage.receiver, to, physical);
    u8 const size_log2 = is_large ? large_page_log2 : domain::page_size_log2;
    u64 const bytes = u64{1} << size_log2;
    bool const stays = &passage.sender == &passage.receiver && from == to;
    Mapping& mapping = found.value().mapping;
    bool const is_given = passage.is_grant && !stays && !mapping.is_root();
    u32 const withheld = page.rights & ~rights & any_access;
    Mapping* const entered =
        TRY(enter(mapping, passage.receiver, {to, physical, size_log2, rights}));
    if (is_given) grant(mapping, from, entered, bytes, withheld);
    return bytes;
}

/// Whether a large page can be entered as such: there is no small one of others, nor a part of what
/// would be the same.
bool Spaces::takes_large(Space& receiver, vaddr to, paddr physical) {
    if (receiver.mapped().has_small(to, large_page_bytes)) return false;
    Mapping const* const old = receiver.mapped().find(to);
    if (!old || old->physical != physical) return true;
    auto const present = mmu->get_mapping(receiver.page_root(), to);
    return present.is_ok() && present.value().size_log2 == large_page_log2;
}

// The granted page takes the place of the sender's in the tree: what was derived from that is the
// granted one's, with no more rights, and where others have got it as a part of a large page, not
// at all. sigma0 keeps its memory, all of which is derived from there.
void Spaces::grant(Mapping& old, vaddr address, Mapping* granted, u64 bytes, u32 withheld) {
    if (granted) {
        old.children.remove(*granted);
        granted->parent = old.parent;
        granted->depth = old.depth;
        old.parent->children.insert_before(old.parent->children.after(old), *granted);
    }
    revoke(*old.space, {address, address + bytes}, any_access, any_access);
    revocation_.heir = granted;
    revocation_.withheld = withheld;
}

} // namespace flat::api
