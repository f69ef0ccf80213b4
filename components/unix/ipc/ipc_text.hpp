// SPDX-License-Identifier: BSD-2-Clause
// How objects of System V are shown by /proc/sysvipc (proc(5)).
#pragma once

#include <core/format.hpp>
#include <core/maybe.hpp>
#include <machine/interrupts.hpp>
#include <unix/ipc/ipc_table.hpp>

namespace flat::unix::ipc {

/// A column after another one.
template<class T>
void write_column(TextSink& to, u32 width, T const& value) {
    to.put(" ");
    format_column(to, width, "{}", value);
}

/// The columns that every object begins with: its key, its number and its mode.
inline void write_beginning(TextSink& to, IpcPermissions const& permissions, u32 id) {
    format_column(to, 10, "{}", permissions.key);
    write_column(to, 10, id);
    TextBuffer<12> mode;
    put_digits(mode, permissions.mode, 3, 1);
    write_column(to, 5, mode.text());
}

/// Owner, group, and who has made it.
inline void write_users(TextSink& to, IpcPermissions const& permissions) {
    u32 const users[] = {permissions.owner, permissions.group, permissions.creator,
                         permissions.creator_group};
    for (u32 const each : users)
        write_column(to, 5, each);
}

inline void write_time(TextSink& to, i64 time_s) {
    write_column(to, 10, time_s);
}

/// A line for each object of a table after the titles: what `facts` takes of it with interrupts
/// disabled, as `write` has it.
template<class T, class Facts, class Write>
u32 write_objects(IpcTable<T> const& all, Span<u8> destination, Text titles, Facts const& facts,
                  Write const& write) {
    BufferSink to(destination);
    to.put(titles);
    for (u32 place = 0; place < IpcTable<T>::places_max; ++place) {
        Maybe<decltype(facts(*all.at(0)))> found;
        {
            machine::InterruptGuard const guard;
            if (T const* const object = all.at(place)) found = facts(*object);
        }
        if (found) write(to, *found);
    }
    return to.size();
}

} // namespace flat::unix::ipc
