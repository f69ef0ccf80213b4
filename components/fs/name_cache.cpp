// SPDX-License-Identifier: BSD-2-Clause
// Names that were looked up lately, and names that were not there.
#include <fs/name_cache.hpp>

#include <core/memory.hpp>
#include <fs/node_base.hpp>

#include <new>

namespace flat::fs {

namespace {

template<class Word>
u64 word_at(char const* place) {
    Word word = 0;
    __builtin_memcpy(&word, place, sizeof word);
    return word;
}

/// Mixes a word into a hash, whose upper bits are good then (multiplicative hashing; Knuth, The Art
/// of Computer Programming 3, section 6.4).
u64 mixed(u64 hash, u64 word) {
    return (hash ^ word) * 0x9e37'79b9'7f4a'7c15;
}

/// All bytes of a name of which there are few, as one word: some count twice.
u64 short_word(Text name) {
    char const* const first = name.data();
    usize const size = name.size();
    if (size >= 4) return word_at<u32>(first) << 32 | word_at<u32>(first + size - 4);
    u64 const middle = static_cast<u8>(first[size / 2]);
    return u64{static_cast<u8>(first[0])} << 16 | middle << 8 | static_cast<u8>(first[size - 1]);
}

u64 hash_of(NodeBase const& directory, Text name) {
    usize const size = name.size();
    u64 hash = mixed(address_of(&directory), size);
    if (size < sizeof(u64)) return mixed(hash, short_word(name)) >> 32;
    for (usize i = 0; i + sizeof(u64) < size; i += sizeof(u64))
        hash = mixed(hash, word_at<u64>(name.data() + i)) ^ hash >> 32;
    return mixed(hash, word_at<u64>(name.data() + size - sizeof(u64))) >> 32;
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
