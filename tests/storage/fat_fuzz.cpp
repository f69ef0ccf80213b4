// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a boot sector and the slots of a directory of FAT contain, reading
// them ends, what is computed stays on the disk, and names are names.
#include <fs/fat/layout.hpp>
#include <fs/fat/names.hpp>
#include <fs/fat/new_name.hpp>

#include <cstdint>
#include <cstdlib>

using namespace flat;
using namespace flat::fs::fat;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

namespace {

void read_boot_sector(Span<u8 const> bytes) {
    constexpr u64 disk_bytes = u64(64) << 20;
    auto const read = Layout::read(bytes, disk_bytes, 512);
    if (read.is_error()) return;
    Layout const layout = read.value();
    u64 const last = layout.sector_of(layout.clusters + Layout::first_cluster - 1);
    bool const is_sound = (last + layout.sectors_per_cluster) * layout.sector_bytes <= disk_bytes &&
                          layout.data_begin > layout.table_begin &&
                          layout.active_table < layout.tables &&
                          (layout.root_sectors != 0 || layout.is_cluster(layout.root_cluster));
    if (!is_sound) std::abort();
}

/// A name that is shown can be given, and comes back, unless FAT cannot have it.
void give_again(Span<u16 const> name) {
    u8 text[fs::Directory::name_max];
    u32 const bytes = to_utf8(name, text);
    Units units;
    if (bytes == 0) return;
    if (to_utf16(Text::from_bytes(Span<u8 const>(text).first(bytes)), units).is_error())
        std::abort();
    if (!is_same_name(units.span(), name)) std::abort();
    if (check_name(units).is_error()) return;
    ShortName const made = short_name_for(units, 12);
    LongName parts;
    for (u32 number = slots_for(units); number > 0; --number) {
        u8 slot[Layout::slot_bytes];
        store_part(units, number, made.checksum(), slot);
        parts.add(slot);
    }
    if (parts.slots_of(made) != slots_for(units) || !is_same_name(parts.name(), name)) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    Span<u8 const> rest(data, size);
    if (size >= Layout::boot_bytes) read_boot_sector(rest.first(Layout::boot_bytes));
    LongName name;
    for (; rest.size() >= Layout::slot_bytes; rest = rest.after(Layout::slot_bytes)) {
        Span<u8 const> const slot = rest.first(Layout::slot_bytes);
        ShortEntry const entry = ShortEntry::read(slot);
        if ((entry.attributes & ShortEntry::attribute_mask) == ShortEntry::long_name) {
            name.add(slot);
            continue;
        }
        if (Moment::of(entry.modified.ns()).ns() != entry.modified.ns()) std::abort();
        Units alias;
        show(entry, alias);
        give_again(alias.span());
        if (name.slots_of(entry.name) != 0) give_again(name.name());
        name.forget();
    }
    return 0;
}
