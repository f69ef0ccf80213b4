// SPDX-License-Identifier: BSD-2-Clause
// Texts in the heap, and those of which there is one each (JVMS 17, 5.1).
#include <java/machine/memory/strings.hpp>

namespace flat::java {

u16 Strings::character(Object* string, u32 index) const {
    Array* const array = value(string);
    return is_latin1(string) ? array->elements<u8>()[index] : array->elements<u16>()[index];
}

bool Strings::are_equal(Object* a, Object* b) const {
    Array* const left = value(a);
    Array* const right = value(b);
    return left->length == right->length && is_latin1(a) == is_latin1(b) &&
           memcmp(left->elements<u8>(), right->elements<u8>(), left->length) == 0;
}

u32 Strings::hash_of(Object* string) const {
    Array* const array = value(string);
    u32 hash = 0;
    for (u32 i = 0; i < array->length; ++i)
        hash = hash * 31 + array->elements<u8>()[i];
    return hash;
}

bool Strings::grow() {
    u32 const capacity = capacity_ == 0 ? 1024 : 2 * capacity_;
    auto* const entries = arena_.make<Entry>(capacity);
    u32* const buckets = arena_.make<u32>(capacity);
    if (!entries || !buckets) return false;
    for (u32 i = 0; i < count_; ++i) {
        entries[i] = entries_[i];
        u32& bucket = buckets[entries[i].hash % capacity];
        entries[i].next = bucket;
        bucket = i + 1;
    }
    entries_ = entries;
    buckets_ = buckets;
    capacity_ = capacity;
    return true;
}

u32 Strings::intern(Object* string) {
    u32 const hash = hash_of(string);
    if (capacity_ > 0)
        for (u32 i = buckets_[hash % capacity_]; i != 0; i = entries_[i - 1].next)
            if (entries_[i - 1].hash == hash && are_equal(entries_[i - 1].string, string))
                return i - 1;
    if (count_ == capacity_ && !grow()) return 0;
    u32& bucket = buckets_[hash % capacity_];
    entries_[count_] = {string, hash, bucket};
    bucket = count_ + 1;
    return count_++;
}

void Strings::visit(Heap& heap) {
    for (u32 i = 0; i < count_; ++i)
        heap.visit(entries_[i].string);
}

} // namespace flat::java
