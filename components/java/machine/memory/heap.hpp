// SPDX-License-Identifier: BSD-2-Clause
// The memory of objects, and its exact collector.
#pragma once

#include <core/utility.hpp>
#include <java/machine/linking/class.hpp>
#include <java/machine/memory/arena.hpp>

namespace flat::java {

/// Whoever has references to objects outside of the heap.
class Roots {
public:
    /// Calls `heap.visit` for each of them.
    virtual void visit_roots(class Heap& heap) = 0;

protected:
    ~Roots() = default;
};

/// Two halves, between which a collection copies what is reachable (Cheney
/// 1970, A nonrecursive list compacting algorithm). Objects move in `ensure`
/// and `collect` only: who has called it for enough bytes makes objects afterwards without
/// keeping track of references. A collection takes time in proportion to what
/// is reachable.
class Heap : NonCopyable {
public:
    /// What may be made without asking for it: small texts and exceptions of
    /// native methods.
    static constexpr u64 reserve = 256 * 1024;

    explicit Heap(Roots& roots) : roots_(roots) {}

    /// Takes the memory of both halves.
    bool begin(MemorySource& source, u64 bytes_of_half);

    /// Makes room for `bytes` bytes beside the reserve; false if there is none
    /// even after a collection.
    bool ensure(u64 bytes) { return end_ - next_ >= bytes + reserve || make_room(bytes); }

    /// An object, all zeros; none if there is no room.
    Object* allocate(Class* type, u64 bytes);
    Object* make(Class* type) { return allocate(type, type->instance_bytes); }
    Array* make_array(Class* type, u32 length);

    /// Copies the object that a root names, once, and has the root name the copy.
    void visit(Object*& root);
    void visit_slots(Slot* begin, Slot* end);

    static u64 bytes_of(Object const* object);
    u64 used() const { return next_ - begin_; }
    u64 size() const { return half_; }
    u32 collections() const { return collections_; }
    void collect();

private:
    bool make_room(u64 bytes);
    void scan(Object* object);

    Roots& roots_;
    u64 half_ = 0;
    vaddr begin_ = 0; // of the half in use
    vaddr end_ = 0;
    vaddr next_ = 0;
    vaddr other_ = 0;
    vaddr old_ = 0; // during a collection: the half that is left
    u32 collections_ = 0;
};

constexpr u64 array_bytes(u64 length, u32 element_bytes) {
    return sizeof(Array) + align_up<u64>(length * element_bytes, 8);
}

} // namespace flat::java
