// SPDX-License-Identifier: BSD-2-Clause
// Pieces of a program's memory as one row of bytes (readv(2)).
#pragma once

#include <unix/user_data.hpp>

namespace flat::unix::sockets {

/// One buffer, or the buffers of a table of struct iovec. The table stays in the program's memory:
/// what is said there is read again for every copy, so that nothing depends on what it was before.
class UserPieces {
public:
    /// struct iovec.
    struct Piece {
        vaddr base;
        u64 bytes;
    };

    static constexpr u32 pieces_max = 1024;       ///< UIO_MAXIOV
    static constexpr u64 bytes_max = 0x7fff'f000; ///< more is never transferred at once

    UserPieces(UserMode& user_mode, vaddr buffer, u64 bytes)
        : user_mode_(user_mode), only_{buffer, min(bytes, bytes_max)} {}
    UserPieces(UserMode& user_mode, vaddr table, u32 count)
        : user_mode_(user_mode), table_(table), count_(count), is_table_(true) {}

    /// How many bytes they are; EFAULT or EINVAL.
    Result<u64, Errno> total() const {
        if (count_ > pieces_max) return Errno::einval;
        u64 bytes = 0;
        for (u32 i = 0; i < count_; ++i) {
            Piece each = {};
            if (!piece(i, each)) return Errno::efault;
            if (each.bytes > bytes_max) return Errno::einval;
            bytes = min(bytes + each.bytes, bytes_max);
        }
        return bytes;
    }

    /// Copies what is at `offset`; false if the program cannot read it.
    bool copy_in(Span<u8> destination, u64 offset) const {
        return for_each(destination.size(), offset, [&](vaddr place, u64 done, u64 bytes) {
            return user_mode_.copy_in(destination.part(done, bytes), place);
        });
    }

    /// Copies to `offset`; false if the program cannot write there.
    bool copy_out(u64 offset, Span<u8 const> bytes) const {
        return for_each(bytes.size(), offset, [&](vaddr place, u64 done, u64 size) {
            return user_mode_.copy_out(place, bytes.part(done, size));
        });
    }

private:
    bool piece(u32 index, Piece& found) const {
        if (is_table_) return get(user_mode_, found, table_ + index * sizeof(Piece));
        found = only_;
        return true;
    }

    /// Calls with the places of so many bytes; false if there are not as many.
    template<class Copy>
    bool for_each(u64 bytes, u64 offset, Copy copy) const {
        u64 done = 0;
        for (u32 i = 0; i < count_ && done < bytes; ++i) {
            Piece each = {};
            if (!piece(i, each)) return false;
            if (offset >= each.bytes) {
                offset -= each.bytes;
                continue;
            }
            u64 const size = min(each.bytes - offset, bytes - done);
            if (!copy(each.base + offset, done, size)) return false;
            done += size;
            offset = 0;
        }
        return done == bytes;
    }

    UserMode& user_mode_;
    Piece only_ = {};
    vaddr table_ = 0;
    u32 count_ = 1;
    bool is_table_ = false;
};

} // namespace flat::unix::sockets
