// SPDX-License-Identifier: BSD-2-Clause
// Names that were looked up lately, and names that were not there.
#include <fs/names/name_cache.hpp>

#include <core/memory.hpp>
#include <fs/names/name_hash.hpp>
#include <fs/nodes/node_base.hpp>

#include <new>

namespace flat::fs {

namespace {

u64 hash_of(NodeBase const& directory, Text name) {
    return name_hash(address_of(&directory), name) >> 32;
}

} // namespace

CachedName const* NameCache::find(NodeBase const& directory, Text name) {
    if (count_ == 0 || name.is_empty()) return nullptr;
    u64 const hash = hash_of(directory, name);
    CachedName* const found = find_in(bucket_of(hash), directory, name, hash);
    if (found) found->is_referenced = true;
    return found;
}

void NameCache::enter(NodeBase& directory, Text name, NodeBase* node) {
    if (names_max_ == 0) return;
    make_room();
    auto const place = objects_.allocate(sizeof(CachedName) + name.size());
    if (place.is_error()) return;
    auto* const made = new (pointer_to<void>(place.value())) CachedName;
    made->directory = &directory;
    made->node = node;
    made->hash = hash_of(directory, name);
    made->size = static_cast<u32>(name.size());
    made->is_referenced = false;
    memcpy(static_cast<void*>(made + 1), name.data(), name.size());
    bucket_of(made->hash).push_front(*made);
    directory.names_in().push_back(*made);
    if (node) node->names_of().push_back(*made);
    all_.push_back(*made);
    ++count_;
}

void NameCache::forget(NodeBase& directory, Text name) {
    if (directory.names_in().is_empty()) return;
    u64 const hash = hash_of(directory, name);
    if (CachedName* const found = find_in(bucket_of(hash), directory, name, hash)) end(*found);
}

void NameCache::forget_names_in(NodeBase& directory) {
    while (CachedName* const each = directory.names_in().first())
        end(*each);
}

void NameCache::forget_names_of(NodeBase& node) {
    while (CachedName* const each = node.names_of().first())
        end(*each);
}

CachedName* NameCache::find_in(Bucket& bucket, NodeBase const& directory, Text name, u64 hash) {
    for (CachedName* each = bucket.first(); each; each = bucket.after(*each))
        if (each->hash == hash && each->directory == &directory && each->text() == name)
            return each;
    return nullptr;
}

/// Has the first leave that nobody asked for since the last time.
void NameCache::make_room() {
    while (count_ >= names_max_) {
        CachedName& next = *all_.first();
        if (!next.is_referenced) return end(next);
        next.is_referenced = false;
        all_.rotate();
    }
}

void NameCache::end(CachedName& name) {
    bucket_of(name.hash).remove(name);
    name.directory->names_in().remove(name);
    if (name.node) name.node->names_of().remove(name);
    all_.remove(name);
    --count_;
    usize const bytes = sizeof(CachedName) + name.size;
    name.~CachedName();
    objects_.free(address_of(&name), bytes);
}

} // namespace flat::fs
