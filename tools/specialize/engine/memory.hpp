// SPDX-License-Identifier: BSD-2-Clause
// What is known of memory at a point: cells of objects, and which locals others can reach.
#pragma once

#include "objects.hpp"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <map>
#include <memory>

namespace llvm {
class Type;
} // namespace llvm

namespace specialize {

/// Bytes of an object of which something is known.
struct Cell {
    uint64_t size = 0;
    Abstract value;
    /// Stated to hold while the entry runs, and proved of all the code: survives stray writes.
    bool stable = false;

    bool operator==(Cell const&) const = default;
};

/// The known part of one object.
struct Contents {
    std::map<int64_t, Cell> cells; ///< by offset; they do not overlap
    bool escaped = false;          ///< a local whose address others may have

    bool operator==(Contents const&) const = default;
    std::size_t hash() const;
};

/// The known part of memory. The version's own memory is always up to date: what is known here is
/// stored there as well, so to forget is always right, as long as locals whose address is
/// forgotten escape. Copies share what is not changed.
class Memory {
public:
    explicit Memory(Objects& objects) : objects_(&objects) {}

    struct Read {
        Abstract value;
        bool stable = false;
    };
    Read read(Object& object, int64_t offset, llvm::Type* type) const;
    bool escaped(Object const& object) const;
    /// Whether something is known of these bytes that a stray write could change.
    bool relies_on(Object const& object, int64_t offset, uint64_t size) const;

    void write(Object& object, int64_t offset, llvm::Type* type, Abstract const& value,
               bool stable = false);
    /// `size` bytes that are all the same.
    void fill(Object& object, int64_t offset, uint64_t size, llvm::Constant& byte);
    void copy(Object& to, int64_t to_offset, Object& from, int64_t from_offset, uint64_t size);

    /// Cells in these bytes are overwritten by something unknown.
    void forget(Object& object, int64_t offset, uint64_t size);
    /// The object may be overwritten, anywhere: only what is stable stays.
    void forget(Object& object);
    /// Everything that other code can reach may be overwritten.
    void forget_reachable();
    /// The same, but for objects that only the entry uses.
    void forget_shared();
    /// Nothing is known of any object any more but what is stable.
    void forget_all();
    /// Other code has the object's address from now on, and those that lie in it.
    void escape(Object& object);
    void escape(Abstract const& value);
    /// Something unknown is made of these bytes: addresses in them escape.
    void escape_contents(Object const& object, int64_t offset, uint64_t size);
    void escape_contents(Object const& object);
    /// The object's life ends.
    void remove(Object const& object);

    /// Calls with the offset and the value of each cell.
    void each_cell(Object const& object,
                   llvm::function_ref<void(int64_t, Cell const&)> visit) const;

    /// What holds in both. With `whole_objects`, all of an object is forgotten if any cell differs.
    static Memory join(Memory const& one, Memory const& other, bool whole_objects);
    bool operator==(Memory const& other) const;
    /// How many cells are known otherwise.
    std::size_t differences(Memory const& other) const;
    std::size_t hash() const;

private:
    struct Known {
        Object* object = nullptr;
        std::shared_ptr<Contents const> contents;
    };

    void each_source(Object& object, llvm::function_ref<void(int64_t, Cell const&)> visit) const;
    Contents const* contents(Object const& object) const;
    void change(Object& object, llvm::function_ref<void(Contents&)> edit);
    void put(Object& object, int64_t offset, Cell cell);
    void put_constant(Object& object, int64_t offset, llvm::Constant& value, bool stable);
    void forget_each(llvm::function_ref<bool(Object const&)> is_hit);
    bool reachable(Object const& object) const;
    Abstract read_bytes(Contents const& contents, int64_t offset, llvm::Type* type) const;

    Objects* objects_;
    std::map<unsigned, Known> known_; ///< by number of the object
};

} // namespace specialize
