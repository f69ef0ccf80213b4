// SPDX-License-Identifier: BSD-2-Clause
// The objects of one kind of System V's IPC, by numbers and keys.
#pragma once

#include <unix/ipc/ipc_object.hpp>

namespace flat::unix::ipc {

/// A number is a place in the table, and which of the objects that were there: it is not given
/// again soon. Callers disable interrupts.
template<class T>
class IpcTable : NonCopyable {
public:
    static constexpr u32 places_max = 256; ///< Linux: 32 000, of segments 4 096

    /// EINVAL; EIDRM where another one has its place since.
    Result<T*, Errno> find(u32 id) const {
        T* const object = id < ids_end ? at(id % places_end) : nullptr;
        if (!object) return Errno::einval;
        return object->id == id ? Result<T*, Errno>(object) : Errno::eidrm;
    }

    /// What is at a place; null if there is nothing.
    T* at(u32 place) const { return place < places_max ? places_[place] : nullptr; }

    /// The object whose state is told. EINVAL, EIDRM, EACCES.
    Result<T*, Errno> told(u32 id, Named named, Credentials const& as) const {
        T* const placed = at(id);
        if (named != Named::by_number && !placed) return Errno::einval;
        T* const object = named == Named::by_number ? TRY(find(id)) : placed;
        bool const may = named == Named::by_place_for_all || object->may(as, reads);
        return may ? Result<T*, Errno>(object) : Errno::eacces;
    }

    /// One that somebody may change. EINVAL, EIDRM, EPERM.
    Result<T*, Errno> governed(u32 id, Credentials const& as) const {
        T* const object = TRY(find(id));
        return object->is_governed_by(as) ? Result<T*, Errno>(object) : Errno::eperm;
    }

    /// The object of a key, for who says `flags`; null if one is to be made. ENOENT, EEXIST,
    /// EACCES.
    Result<T*, Errno> find_key(i32 key, u32 flags, Credentials const& as) const {
        constexpr u32 both = makes | makes_alone;
        for (T* const each : places_) {
            if (!each || key == private_key || each->permissions.key != key) continue;
            if ((flags & both) == both) return Errno::eexist;
            bool const may = each->may(as, rights_in(flags));
            return may ? Result<T*, Errno>(each) : Errno::eacces;
        }
        bool const is_made = key == private_key || (flags & makes) != 0;
        return is_made ? Result<T*, Errno>(nullptr) : Errno::enoent;
    }

    /// Gives an object a number; false if there is none.
    bool add(T& object) {
        u32 place = 0;
        while (place < places_max && places_[place])
            ++place;
        if (place == places_max) return false;
        object.permissions.sequence = sequence_;
        object.id = u32{sequence_} * places_end + place;
        sequence_ = (sequence_ + 1) % sequences_end;
        places_[place] = &object;
        return true;
    }

    void remove(T& object) { places_[object.id % places_end] = nullptr; }

    /// The last place that is taken, as Linux tells it: 0 also if none is.
    u32 last() const {
        u32 place = places_max;
        while (place > 0 && !places_[place - 1])
            --place;
        return place > 0 ? place - 1 : 0;
    }

    u32 count() const {
        u32 count = 0;
        for (T* const each : places_)
            count += each != nullptr;
        return count;
    }

private:
    static constexpr u32 places_end = 1 << 15;
    static constexpr u16 sequences_end = 1 << 15;
    static constexpr u32 ids_end = places_end * sequences_end;

    T* places_[places_max] = {};
    u16 sequence_ = 0;
};

} // namespace flat::unix::ipc
