// SPDX-License-Identifier: BSD-2-Clause
// Directories in memory.
#include <fs/ram/ram_directory.hpp>

#include <core/memory.hpp>
#include <fs/nodes/volume.hpp>

#include <new>

namespace flat::fs {

Outcome<u64> RamDirectory::find(Text name) {
    if (name == ".") return number();
    if (name == "..") return u64{parent_};
    Name const* const found = names_.find(name);
    return found ? found->number : u64(0);
}

Outcome<void> RamDirectory::add_name(Text name, NodeBase& node) {
    auto const place = volume().services().objects.allocate(sizeof(Name) + name.size());
    if (place.is_error()) return FsError{FsError::out_of_memory};
    auto* const made = new (pointer_to<void>(place.value())) Name;
    made->place = next_place_++;
    made->number = node.number();
    made->kind = node.facts().kind;
    made->size = static_cast<u32>(name.size());
    memcpy(static_cast<void*>(made + 1), name.data(), name.size());
    names_.insert(*made);
    places_.insert(*made);
    return {};
}

Outcome<void> RamDirectory::remove_name(Text name) {
    end(*names_.find(name));
    return {};
}

Outcome<void> RamDirectory::change_name(Text name, NodeBase& node) {
    if (name == "..") {
        parent_ = node.number();
        return {};
    }
    Name& found = *names_.find(name);
    found.number = node.number();
    found.kind = node.facts().kind;
    return {};
}

Outcome<Directory::Entry> RamDirectory::entry_at(u64 place, Span<u8> name) {
    if (place < 2) {
        Text const own = place == 0 ? "." : "..";
        return Entry{place + 1, place == 0 ? number() : parent_, Kind::directory,
                     own.write_to(name)};
    }
    Name const* const found = places_.first_from(place);
    if (!found) return Entry{place, 0, Kind::file, 0};
    return Entry{found->place + 1, found->number, found->kind, found->text().write_to(name)};
}

void RamDirectory::destroy() {
    while (Name* const each = places_.first())
        end(*each);
    volume().dispose(*this);
}

void RamDirectory::end(Name& name) {
    names_.remove(name);
    places_.remove(name);
    usize const bytes = sizeof(Name) + name.size;
    name.~Name();
    volume().services().objects.free(address_of(&name), bytes);
}

} // namespace flat::fs
