// SPDX-License-Identifier: BSD-2-Clause
// Memory of a domain for code that comes at run time: pages that are written first, then sealed.
#pragma once

#include "frames.hpp"

#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <l4/abi/fpage.hpp>
#include <l4/abi/map_item.hpp>
#include <l4/image.hpp>

namespace domains {

/// The window of one domain for such pages. A page can be written until it is sealed, and read or
/// executed from then on: never both, and not written again. Whoever gives it back and takes it
/// again has zeros. Nothing that the domain says of addresses is believed.
class CodePages : flat::NonCopyable {
public:
    /// Where it lies in the domain's address space, and how many pages it has.
    static constexpr l4::Word first_address = 0xc000'0000;
    static constexpr l4::Word pages_max = l4::page_size / sizeof(l4::Word);

    /// For a domain that may have so many pages at a time.
    void allow(l4::Word pages) { allowed_ = flat::min(pages, pages_max); }

    l4::Word count() const { return count_; }

    /// Takes pages of zeros in a row; the address of the first, or 0 if that is more than it may
    /// have, or more than there are frames.
    l4::Word take(l4::Word pages, Frames& frames);
    /// Nobody writes these pages any more: they can be executed, or else read. False, and nothing
    /// has changed, if one of them has not been taken, or has been sealed.
    bool seal(l4::Word address, l4::Word pages, bool is_executable, Frames& frames);
    /// Gives pages back; false, and nothing has changed, if one of them has not been taken.
    bool release(l4::Word address, l4::Word pages, Frames& frames);

    /// What maps the page of an address, for such an access; nothing if it is not for that.
    flat::Maybe<l4::MapItem> page(l4::Word address, l4::Rights access) const;

    /// Gives all of them back, and allows no more.
    void give_all(Frames& frames);

private:
    /// The frame of each page with its rights in the lowest bits; 0 where none is taken.
    using Entry = l4::Word;

    struct Run {
        l4::Word first;
        l4::Word pages;
    };

    static flat::Maybe<Run> run_at(l4::Word address, l4::Word pages);
    flat::Maybe<l4::Word> free_run(l4::Word pages) const;
    bool are_all_taken(Run run) const;
    void give(Run run, Frames& frames);
    Entry* table() const { return flat::pointer_to<Entry>(table_); }

    l4::Word table_ = 0; ///< a frame; taken with the first page
    l4::Word allowed_ = 0;
    l4::Word count_ = 0;
};

} // namespace domains
