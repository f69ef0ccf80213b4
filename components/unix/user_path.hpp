// SPDX-License-Identifier: BSD-2-Clause
// A path that a program has given.
#pragma once

#include <core/utility.hpp>
#include <flat/fs/names.hpp>
#include <flat/memory/objects.hpp>
#include <unix/user_data.hpp>

namespace flat::unix {

/// The path's bytes, in memory that is given back with the block: stacks are not large.
class UserPath : NonCopyable {
public:
    explicit UserPath(memory::Objects& records) : records_(records) {
        auto const place = records.allocate(bytes_max);
        if (place.is_ok()) place_ = place.value();
    }
    ~UserPath() {
        if (place_ != 0) records_.free(place_, bytes_max);
    }

    /// Takes the path from the program's memory. ENOMEM, EFAULT, ENAMETOOLONG.
    Result<Span<u8 const>, Errno> get(UserMode& user_mode, vaddr from) {
        if (place_ == 0) return Errno::enomem;
        u32 const size = TRY(get_text(user_mode, room(), from));
        return Span<u8 const>(room().first(size));
    }

    /// Where something else can be put that is as long.
    Span<u8> room() const { return Span<u8>(pointer_to<u8>(place_), bytes_max); }
    bool is_there() const { return place_ != 0; }

private:
    static constexpr u64 bytes_max = fs::Names::path_max + 1;

    memory::Objects& records_;
    vaddr place_ = 0;
};

} // namespace flat::unix
