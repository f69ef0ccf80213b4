// SPDX-License-Identifier: BSD-2-Clause
// The ranges of address spaces that show memory objects.
#include <mapping/mappings.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>

namespace flat::mapping {

using domain::page_size;
using Code = MappingError::Code;

namespace {

constexpr MappingError invalid{Code::invalid};

/// Hardware has no page that can be written or executed but not read, nor of two memory types.
bool are_rights(u32 rights) {
    constexpr u32 all = any_access | any_memory_type;
    return (rights & ~all) == 0 && (rights == 0 || rights & hal::Mmu::read) &&
           (rights & any_memory_type) != any_memory_type;
}

bool has_pages(memory::MemoryObject& object, u64 first, u64 pages) {
    u64 const all = object.pages();
    return pages != 0 && pages <= all && first <= all - pages;
}

} // namespace

Result<vaddr, MappingError> Mappings::map_in(SpaceRecord& space, memory::MemoryObject& object,
                                             u64 first_page, u64 pages, vaddr base, u32 rights) {
    if (!are_rights(rights) || !has_pages(object, first_page, pages)) return invalid;
    for (;;) {
        Range range = {};
        if (base != 0) {
            range = TRY(range_of(space, base, pages));
        } else {
            range.first = TRY(find_room(space, pages));
            range.end = range.first + pages;
        }
        auto const attached = attach(space, range, object, first_page, rights);
        if (attached.is_ok()) return range.first * page_size;
        bool const was_late = base == 0 && attached.error().code == Code::taken;
        if (!was_late) return attached.error();
    }
}

Result<void, MappingError> Mappings::unmap_in(SpaceRecord& space, vaddr base, u64 pages) {
    Range const range = TRY(range_of(space, base, pages));
    TRY(isolate(space, range));
    change_regions(space, range, [](Region& region) { region.is_leaving = true; });
    while (remove_step(space, range)) {
    }
    return {};
}

Result<void, MappingError> Mappings::protect_in(SpaceRecord& space, vaddr base, u64 pages,
                                                u32 rights) {
    if (!are_rights(rights)) return invalid;
    Range const range = TRY(range_of(space, base, pages));
    TRY(isolate(space, range));
    change_regions(space, range, [rights](Region& region) { region.rights = rights; });
    u64 position = range.first;
    while (protect_step(space, position, range.end, rights)) {
    }
    return {};
}

Result<paddr, MappingError> Mappings::translate_in(SpaceRecord& space, vaddr address) {
    auto const known = known_.lock();
    Mapping const* const mapping = space.mappings.find(address / page_size);
    if (!mapping) return MappingError{Code::not_mapped};
    return mapping->page->frame + address % page_size;
}

void Mappings::clear(SpaceRecord& space) {
    Range const all = {space.first_page, space.end_page};
    change_regions(space, all, [](Region& region) { region.is_leaving = true; });
    while (remove_step(space, all)) {
    }
    mmu->destroy_root(space.root);
}

Result<Mappings::Range, MappingError> Mappings::range_of(SpaceRecord const& space, vaddr base,
                                                         u64 pages) {
    u64 const first = base / page_size;
    bool const is_within = first >= space.first_page && first < space.end_page;
    if (!is_aligned<vaddr>(base, page_size) || !is_within || pages == 0 ||
        pages > space.end_page - first)
        return invalid;
    return Range{first, first + pages};
}

/// The first region that has pages of a range, null when none has.
Region* Mappings::region_in(SpaceRecord const& space, Range range) {
    Region* const region = space.regions.first_from(range.first);
    return region && region->first < range.end ? region : nullptr;
}

/// Where `pages` free pages begin, after another one: looked for from where the last ones ended.
Result<u64, MappingError> Mappings::find_room(SpaceRecord& space, u64 pages) {
    auto const room = find_room_from(space, space.next_room, pages);
    return room.is_ok() ? room : find_room_from(space, space.first_page, pages);
}

Result<u64, MappingError> Mappings::find_room_from(SpaceRecord& space, u64 position, u64 pages) {
    for (;;) {
        auto const known = known_.lock();
        for (u32 step = 0; step < step_max; ++step) {
            Region const* const next = space.regions.first_from(position);
            u64 const end = next ? next->first : space.end_page;
            if (position < end && end - position > pages) {
                space.next_room = position + 1 + pages;
                return position + 1;
            }
            if (!next) return MappingError{Code::out_of_memory};
            position = next->last_page() + 1;
        }
    }
}

/// Makes a region of a free range.
Result<void, MappingError> Mappings::attach(SpaceRecord& space, Range range,
                                            memory::MemoryObject& object, u64 object_first,
                                            u32 rights) {
    auto const known = known_.lock();
    if (region_in(space, range)) return MappingError{Code::taken};
    Region* const region = TRY(make<Region>());
    auto const of = know(*known, object);
    if (of.is_error()) {
        dispose(*region);
        return of.error();
    }
    region->object = of.value();
    region->first = range.first;
    region->pages = range.end - range.first;
    region->object_first = object_first;
    region->rights = rights;
    region->object->regions.push_back(*region);
    space.regions.insert(*region);
    return {};
}

/// Parts the regions at both ends of a range, of which something is mapped, from what is outside.
Result<void, MappingError> Mappings::isolate(SpaceRecord& space, Range range) {
    auto const known = known_.lock();
    if (!region_in(space, range)) return MappingError{Code::not_mapped};
    TRY(split(space, range.first));
    return split(space, range.end);
}

/// Makes a page the first one of its region.
Result<void, MappingError> Mappings::split(SpaceRecord& space, u64 page) {
    Region* const region = space.regions.first_from(page);
    if (!region || region->first >= page) return {};
    Region* const rest = TRY(make<Region>());
    u64 const kept = page - region->first;
    rest->object = region->object;
    rest->first = page;
    rest->pages = region->pages - kept;
    rest->object_first = region->object_first + kept;
    rest->rights = region->rights;
    rest->is_leaving = region->is_leaving;
    if (rest->object) rest->object->regions.push_back(*rest);
    space.regions.remove(*region); // its key changes
    region->pages = kept;
    space.regions.insert(*region);
    space.regions.insert(*rest);
    return {};
}

/// Changes all regions that have pages of a range.
template<class Change>
void Mappings::change_regions(SpaceRecord& space, Range range, Change change) {
    for (;;) {
        auto const known = known_.lock();
        for (u32 step = 0; step < step_max; ++step) {
            Region* const region = region_in(space, range);
            if (!region) return;
            change(*region);
            range.first = region->last_page() + 1;
        }
    }
}

/// Ends some of the mappings of the first leaving region of a range, and with its last one the
/// region; whether there may be more to do.
bool Mappings::remove_step(SpaceRecord& space, Range range) {
    auto const known = known_.lock();
    Region* region = region_in(space, range);
    for (u32 step = 0; step < step_max; ++step) {
        if (!region) return false;
        Mapping* const mapping = space.mappings.first_from(region->first);
        if (region->is_leaving && mapping && mapping->space_page <= region->last_page()) {
            drop(*mapping);
            continue;
        }
        range.first = region->last_page() + 1;
        if (region->is_leaving) remove(*known, space, *region);
        region = region_in(space, range);
    }
    return true;
}

/// Takes rights away from some of the mappings from `position` on; whether there may be more.
bool Mappings::protect_step(SpaceRecord& space, u64& position, u64 end, u32 rights) {
    auto const known = known_.lock();
    for (u32 step = 0; step < step_max; ++step) {
        Mapping* const mapping = space.mappings.first_from(position);
        if (!mapping || mapping->space_page >= end) return false;
        position = mapping->space_page + 1;
        bool const changes_type = (mapping->rights ^ rights) & any_memory_type;
        if (rights == 0 || changes_type)
            drop(*mapping);
        else
            change_rights(*mapping, mapping->rights & (rights | space.user_rights));
    }
    return true;
}

void Mappings::remove(Known& known, SpaceRecord& space, Region& region) {
    space.regions.remove(region);
    if (KnownObject* const object = region.object) {
        object->regions.remove(region);
        forget_if_unused(known, *object);
    }
    dispose(region);
}

} // namespace flat::mapping
