// SPDX-License-Identifier: BSD-2-Clause
// One domain: an address space, its one thread, and the memory that it gets as it touches it.
#pragma once

#include "frames.hpp"

#include <core/elf_image.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <l4/abi/domains.hpp>
#include <l4/abi/fpage.hpp>
#include <l4/abi/map_item.hpp>
#include <l4/abi/thread_id.hpp>

namespace domains {

/// Why a thread cannot go on where it is.
struct Fault {
    l4::Word vector = 0;
    l4::Word instruction = 0;
    l4::Word address = 0;
};

/// The domain at one place of the assembly. It can be made, and released, again and again; each has
/// a thread of another version, so that nobody takes it for the one before.
class Domain : flat::NonCopyable {
public:
    /// What it does.
    enum class State : flat::u8 {
        absent,  ///< there is none
        made,    ///< it has not been started
        running, ///< it does something of its own
        serving, ///< it is there for others only
        ended,   ///< it has no thread and no memory
    };

    /// What its maker waits for.
    enum class Awaited : flat::u8 { nothing, entry, end };

    /// Says where in the assembly it is, from 1 on.
    void place_at(l4::Word place) { place_ = place; }

    /// Makes it, for a maker unless it is the assembly's own. It is `absent`, and stays so without
    /// memory.
    bool make(l4::DomainImage const& image, Domain* maker);
    /// Lets its thread run; it is `made`.
    bool start();
    /// Ends it wherever it is, with all that it had. How it ended is known until `forget`.
    void end(l4::Word status, Frames& frames);
    void forget() { state_ = State::absent; }

    /// Its thread or, while there is none, that of the next one.
    l4::ThreadId id() const;
    char const* name() const { return name_; }
    l4::Word place() const { return place_; }
    Domain* maker() const { return maker_; }
    State state() const { return state_; }
    l4::Word status() const { return status_; }

    bool has_thread() const { return state_ != State::absent && state_ != State::ended; }
    void serve() { state_ = State::serving; }

    /// Whether what its maker waits for has come.
    bool has_come(Awaited awaited) const {
        return state_ == State::ended || (awaited == Awaited::entry && state_ == State::serving);
    }
    void await(Awaited awaited) { awaited_ = awaited; }
    Awaited awaited() const { return awaited_; }

    /// A page of its image or its stack, filled; nothing if there is none for such an access.
    flat::Maybe<l4::MapItem> page(l4::Word address, l4::Rights access, Frames& frames);

    /// Sends the thread to where the domain reports faults; false if it comes from there.
    bool report(Fault const& fault);

    /// What it is to report.
    Fault const& fault() const { return fault_; }

private:
    l4::Rights rights_at(l4::Word page) const;
    void fill(l4::Word page, l4::Word frame) const;

    char const* name_ = "";
    l4::Word place_ = 0;
    Domain* maker_ = nullptr;
    flat::ElfImage image_;
    FrameList frames_;
    l4::Word made_before_ = 0;
    l4::Word status_ = 0;
    State state_ = State::absent;
    Awaited awaited_ = Awaited::nothing;
    bool has_fault_ = false;
    Fault fault_;
};

} // namespace domains
