// SPDX-License-Identifier: BSD-2-Clause
// The memory of objects, and its exact collector (Cheney 1970).
#include <java/machine/memory/heap.hpp>

namespace flat::java {

namespace {

constexpr u64 moved = 1;

} // namespace

bool Heap::begin(MemorySource& source, u64 bytes_of_half) {
    begin_ = address_of(source.take(bytes_of_half));
    other_ = address_of(source.take(bytes_of_half));
    half_ = bytes_of_half;
    next_ = begin_;
    end_ = begin_ + half_;
    // References must not look like numbers of 32 bits.
    return begin_ >> 32 != 0 && other_ >> 32 != 0;
}

Object* Heap::allocate(Class* type, u64 bytes) {
    bytes = align_up<u64>(bytes, 8);
    if (end_ - next_ < bytes) return nullptr;
    auto* const object = pointer_to<Object>(next_);
    next_ += bytes;
    memset(object, 0, bytes);
    object->type = type;
    return object;
}

Array* Heap::make_array(Class* type, u32 length) {
    auto* const array =
        static_cast<Array*>(allocate(type, array_bytes(length, type->element_bytes)));
    if (array) array->length = length;
    return array;
}

u64 Heap::bytes_of(Object const* object) {
    Class const* const type = object->type;
    if (!type->is_array()) return align_up<u64>(type->instance_bytes, 8);
    return array_bytes(static_cast<Array const*>(object)->length, type->element_bytes);
}

void Heap::visit(Object*& root) {
    if (address_of(root) - old_ >= half_) return;
    u64 const head = address_of(root->type);
    if ((head & moved) != 0) {
        root = pointer_to<Object>(head & ~moved);
        return;
    }
    u64 const bytes = bytes_of(root);
    auto* const copy = pointer_to<Object>(next_);
    memcpy(copy, root, bytes);
    next_ += bytes;
    root->type = pointer_to<Class>(address_of(copy) | moved);
    root = copy;
}

void Heap::visit_slots(Slot* begin, Slot* end) {
    for (Slot* each = begin; each < end; ++each)
        if (is_reference(*each)) visit(*reinterpret_cast<Object**>(each));
}

void Heap::scan(Object* object) {
    Class const* const type = object->type;
    if (type->is_array()) {
        if (!type->has_reference_elements()) return;
        auto* const array = static_cast<Array*>(object);
        for (u32 i = 0; i < array->length; ++i)
            visit(array->elements<Object*>()[i]);
        return;
    }
    for (Class const* each = type; each; each = each->super)
        for (u32 i = 0; i < each->reference_count; ++i)
            visit(at<Object*>(object, each->reference_offset + 8 * u64{i}));
}

void Heap::collect() {
    ++collections_;
    old_ = begin_;
    begin_ = other_;
    other_ = old_;
    next_ = begin_;
    end_ = begin_ + half_;
    roots_.visit_roots(*this);
    for (vaddr scanned = begin_; scanned < next_;) {
        auto* const object = pointer_to<Object>(scanned);
        scan(object);
        scanned += bytes_of(object);
    }
    old_ = 0;
}

bool Heap::make_room(u64 bytes) {
    collect();
    return end_ - next_ >= bytes && end_ - next_ - bytes >= reserve;
}

} // namespace flat::java
