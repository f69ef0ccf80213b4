// SPDX-License-Identifier: BSD-2-Clause
// What system calls take out of programs' memory and put there: records and texts.
#pragma once

#include <core/span.hpp>
#include <core/traits.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <flat/unix/user_mode.hpp>
#include <unix/errno.hpp>

namespace flat::unix {

/// Copies a record in; false if the program cannot read it.
template<PlainData T>
bool get(UserMode& user_mode, T& record, vaddr from) {
    return user_mode.copy_in(writable_bytes_of(Span<T>(&record, 1)), from);
}

/// Copies a record out; false if the program cannot write it.
template<PlainData T>
bool put(UserMode& user_mode, vaddr to, T const& record) {
    return user_mode.copy_out(to, bytes_of(Span<T const>(&record, 1)));
}

/// Copies a record out, if the program wants it; what a call returns after that.
template<PlainData T>
i64 put_if_wanted(UserMode& user_mode, vaddr to, T const& record) {
    return to == 0 || put(user_mode, to, record) ? 0 : failed(Errno::efault);
}

/// Copies a text in, up to its zero, and returns its size without it. EFAULT; ENAMETOOLONG if it
/// has no end within `destination`.
inline Result<u32, Errno> get_text(UserMode& user_mode, Span<u8> destination, vaddr from) {
    u64 done = 0;
    while (done < destination.size()) {
        u64 const here = domain::page_size - (from + done) % domain::page_size;
        Span<u8> const piece =
            destination.after(done).first(min<u64>(min<u64>(here, destination.size() - done), 64));
        if (!user_mode.copy_in(piece, from + done)) return Errno::efault;
        for (u64 i = 0; i < piece.size(); ++i)
            if (piece[i] == 0) return static_cast<u32>(done + i);
        done += piece.size();
    }
    return Errno::enametoolong;
}

} // namespace flat::unix
