// SPDX-License-Identifier: BSD-2-Clause
// Memory without a file that processes share after a fork.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <flat/memory/memory_objects.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/owned_object.hpp>
#include <unix/errno.hpp>

#include <new>

namespace flat::unix {

class SharedZeros;

/// Is notified when memory that it has made known ends.
class ZerosOwner {
public:
    /// Nobody keeps it any more.
    virtual void ending(SharedZeros& zeros) = 0;

protected:
    ~ZerosOwner() = default;
};

/// Zeros at first, kept by each range that shows them, and by whoever has made them known.
class SharedZeros final : NonCopyable {
public:
    /// What they are made of.
    struct Means {
        memory::Objects& records;
        memory::MemoryObjects& objects;
        memory::Frames& frames;
    };

    /// So many pages, kept once. ENOMEM.
    static Result<SharedZeros*, Errno> make(Means const& means, u64 pages) {
        auto const place = means.records.allocate(sizeof(SharedZeros));
        if (place.is_error()) return Errno::enomem;
        auto const object = means.objects.zeros(means.frames, pages);
        if (object.is_ok())
            return new (pointer_to<void>(place.value()))
                SharedZeros(means.records, *object.value());
        means.records.free(place.value(), sizeof(SharedZeros));
        return Errno::enomem;
    }

    memory::FilledObject& object() { return object_; }

    /// Others can find it by its owner.
    void set_owner(ZerosOwner& owner) { owner_ = &owner; }
    bool is_owned() const { return owner_ != nullptr; }

    void keep() { keepers_.fetch_add(1); }
    /// The same by who has found it; false if it is ending. Interrupts are disabled.
    bool keep_if_kept() {
        if (keepers_.load() == 0) return false;
        keep();
        return true;
    }
    u32 keepers() const { return keepers_.load(); }
    /// Ends one `keep`, and with the last one the memory.
    void let_go() {
        if (keepers_.fetch_subtract(1) != 1) return;
        if (owner_) owner_->ending(*this);
        object_.release();
        memory::Objects& records = records_;
        this->SharedZeros::~SharedZeros();
        records.free(address_of(this), sizeof(SharedZeros));
    }

private:
    SharedZeros(memory::Objects& records, memory::OwnedObject& object)
        : records_(records), object_(object) {}
    ~SharedZeros() = default;

    memory::Objects& records_;
    memory::OwnedObject& object_;
    Atomic<u32> keepers_ = 1;
    ZerosOwner* owner_ = nullptr;
};

} // namespace flat::unix
