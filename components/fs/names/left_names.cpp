// SPDX-License-Identifier: BSD-2-Clause
// Names that a node had since somebody holds it, and where they went.
#include <fs/names/left_names.hpp>

#include <core/memory.hpp>
#include <fs/names/name_hash.hpp>

#include <new>

namespace flat::fs {

bool LeftNames::moved(memory::Objects& objects, NodeBase& from, u64 name, NodeBase& to,
                      u64 new_name) {
    return add(objects, {&from, name, &to, new_name, 0, {}}, {});
}

bool LeftNames::removed(memory::Objects& objects, NodeBase& from, Text name) {
    u64 const number = number_of_name(name);
    return add(objects, {&from, number, &from, number, static_cast<u32>(name.size()), {}}, name);
}

LeftName* LeftNames::take(NodeBase const& directory, u64 name) {
    LeftName* const found = match(directory, name);
    if (!found) return nullptr;
    names_.remove(*found);
    --count_;
    return found;
}

LeftName* LeftNames::take_any() {
    LeftName* const first = names_.first();
    return first ? take(*first->directory, first->name) : nullptr;
}

/// A name that comes back is known no longer, so that what is known leads in no circle.
LeftName const* LeftNames::find(NodeBase const& directory, u64 name) const {
    LeftName const* found = match(directory, name);
    while (found && !found->is_removed()) {
        LeftName const* const next = match(*found->to, found->name_there);
        if (!next) break;
        found = next;
    }
    return found;
}

LeftName const* LeftNames::first_removed() const {
    LeftName* each = names_.first();
    while (each && !each->is_removed())
        each = names_.after(*each);
    return each;
}

LeftName* LeftNames::match(NodeBase const& directory, u64 name) const {
    LeftName* each = names_.first();
    while (each && (each->directory != &directory || each->name != name))
        each = names_.after(*each);
    return each;
}

bool LeftNames::add(memory::Objects& objects, LeftName const& what, Text text) {
    if (count_ == names_max) return false;
    auto const place = objects.allocate(sizeof(LeftName) + text.size());
    if (place.is_error()) return false;
    auto* const made = new (pointer_to<void>(place.value()))
        LeftName{what.directory, what.name, what.to, what.name_there, what.size, {}};
    memcpy(static_cast<void*>(made + 1), text.data(), text.size());
    names_.push_back(*made);
    ++count_;
    return true;
}

} // namespace flat::fs
