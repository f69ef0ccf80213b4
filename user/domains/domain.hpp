// SPDX-License-Identifier: BSD-2-Clause
// One domain: an address space, its thread, perhaps an attendant, and the memory that it gets as it
// touches it.
#pragma once

#include "code_pages.hpp"
#include "frames.hpp"

#include <core/image/elf_image.hpp>
#include <core/result.hpp>
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

/// Why a domain gets no page.
enum class NoPage : flat::u8 {
    not_its,   ///< it has nothing there, or nothing for such an access
    limit,     ///< it has all that it may have
    no_memory, ///< there is no frame
};

/// The domain in one slot, which is for one image of the assembly. It can be made, and released,
/// again and again; each has a thread of another version, so that nobody takes it for the one
/// before.
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

    /// Memory without a limit.
    static constexpr l4::Word all_pages = l4::DomainImage::all_pages;

    /// Where it is: its slot, its place in the assembly, and which one of the image it is, all from
    /// 1 on.
    void assign(l4::Word slot, l4::Word place, l4::Word number) {
        slot_ = slot;
        place_ = place;
        number_ = number;
    }

    /// Makes it as the `order`th of all, for a maker unless it is the assembly's own, with so many
    /// pages at most. It is `absent`, and stays so without memory, or if its file needs more pages.
    bool make(l4::DomainImage const& image, l4::Word order, Domain* maker, l4::Word pages_max);
    /// Lets its thread run; it is `made`.
    bool start();
    /// Ends it wherever it is, with all that it had. How it ended is known until `forget`.
    void end(l4::Word status, Frames& frames);
    void forget() { state_ = State::absent; }

    /// Whether the names of its slot's threads are used up, so that none can be made any more.
    bool is_worn_out() const { return made_before_ + 1 >= l4::DomainThread::generations; }

    bool is_free() const { return state_ == State::absent && !is_worn_out(); }

    /// Its thread or, while there is none, that of the next one.
    l4::ThreadId id() const;
    /// Makes it a second thread, which begins at `entry`; false if it has one, or there is no room.
    bool attend(l4::Word entry, l4::Word stack_end);
    /// Whether a thread is one of its own.
    bool has(l4::ThreadId thread) const;
    /// That of its image and, of any but the first, its number.
    char const* name() const { return name_; }
    l4::Word slot() const { return slot_; }
    l4::Word place() const { return place_; }
    l4::Word order() const { return order_; }
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

    /// A page of its image, its stack or what it has reserved, filled.
    flat::Result<l4::MapItem, NoPage> page(l4::Word address, l4::Rights access, Frames& frames);

    /// Promises it so many pages more, in a row; the address of the first, or 0 if that is more
    /// than it may have.
    l4::Word reserve(l4::Word pages);

    /// Pages for code that it writes itself, as many as it may have of such and of all; the address
    /// of the first, or 0.
    l4::Word take_code(l4::Word pages, Frames& frames);
    CodePages& code() { return code_; }

    /// It gets the interrupts of a line, as long as it has a thread.
    void take_line(l4::Word line) { line_ = line; }
    bool has_line(l4::Word line) const { return has_thread() && line_ == line; }

    /// Sends one of its threads to where the domain reports faults; false if one comes from there,
    /// or there is no such place.
    bool report(l4::ThreadId thread, Fault const& fault);

    /// What it is to report.
    Fault const& fault() const { return fault_; }

private:
    l4::Rights rights_at(l4::Word page) const;
    void fill(l4::Word page, l4::Word frame) const;
    l4::Word file_pages() const;
    bool is_promised(l4::Word page) const;
    bool takes_promised(l4::Word page) const { return reserved_ > 0 && is_promised(page); }
    l4::Word pages() const { return given_ + reserved_ + code_.count(); }
    bool is_full() const { return pages() >= pages_max_; }
    bool can_have(l4::Word more) const { return !is_full() && more <= pages_max_ - pages(); }
    void take_name_of(l4::DomainImage const& image);

    char name_[l4::DomainImage::name_size + 4] = {}; // with "#128" at most
    l4::Word slot_ = 0;
    l4::Word place_ = 0;
    l4::Word number_ = 0;
    l4::Word order_ = 0;
    Domain* maker_ = nullptr;
    flat::ElfImage image_;
    FrameList frames_;
    CodePages code_;
    l4::Word pages_max_ = 0;
    l4::Word given_ = 0;    ///< pages that it has got
    l4::Word reserved_ = 0; ///< pages that are promised to it, and that it has not accessed yet
    l4::Word promised_end_ = 0;
    l4::Word made_before_ = 0;
    l4::Word status_ = 0;
    l4::Word line_ = l4::DomainGrant::no_line;
    State state_ = State::absent;
    Awaited awaited_ = Awaited::nothing;
    bool has_attendant_ = false;
    bool reports_faults_ = false;
    bool has_fault_ = false;
    Fault fault_;
};

} // namespace domains
