// SPDX-License-Identifier: BSD-2-Clause
// Files that were sent and not received yet: how many there are, and which nobody can receive.
#pragma once

#include <core/containers/list.hpp>
#include <core/top.hpp>
#include <core/utility.hpp>
#include <unix/sockets/dropped_files.hpp>
#include <unix/sockets/message_ring.hpp>

namespace flat::unix::sockets {

/// A socket in which files wait to be received, and which can be passed itself.
class Passable : NonCopyable {
public:
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.unix.sockets.Passable");

    /// Is shown what waits.
    class Visitor {
    public:
        virtual void visit(MessageRing::Passed& passed) = 0;

    protected:
        ~Visitor() = default;
    };

    /// Shows what waits in it, and in the connections that only it can accept.
    virtual void show(Visitor& visitor) = 0;

protected:
    ~Passable() = default;

private:
    friend class FilesInFlight;

    ListLink<Passable> link_;         // while it is in flight
    OpenDescription* open_ = nullptr; // the same
    u32 flights_ = 0;                 // how often
    u32 inner_ = 0;                   // how often in what is in flight
    bool is_reached_ = false;
};

/// A socket that waits in itself, or in one that waits in it, can be closed by nobody: rings of
/// such sockets are looked for when one is closed, and when there are too many files in flight, as
/// Linux did until version 6.9 (net/unix/garbage.c).
class FilesInFlight : NonCopyable {
public:
    static constexpr u32 files_max = 1024; ///< of all programs together

    /// Whether so many more may be sent. Interrupts are disabled, as for the next two.
    bool has_room(u32 count) const { return count <= files_max - count_; }
    /// They wait from now on.
    void enter(PassedFiles const& files);
    /// They are taken, or dropped.
    void leave(PassedFiles const& files);

    u32 count() const { return count_; }

    /// Closes what nobody can receive. May block, as closing files does.
    void collect(DroppedFiles& dropped);

private:
    class Counter;
    class Marker;
    class Remover;
    using Members = IntrusiveList<Passable, &Passable::link_>;

    void mark();
    void take_unreachable(DroppedFiles& dropped);
    void reach(Passable& member);

    Members members_;
    Members reached_; // while they are marked
    u32 count_ = 0;
};

} // namespace flat::unix::sockets
