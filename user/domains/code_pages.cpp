// SPDX-License-Identifier: BSD-2-Clause
// Memory of a domain for code that comes at run time: pages that are written first, then sealed.
#include "code_pages.hpp"

#include <core/memory.hpp>

namespace domains {

using l4::Rights;
using l4::Word;

namespace {

constexpr unsigned page_size_log2 = 12;
constexpr Word rights_mask = Word{l4::page_size} - 1;

Word frame_of(Word entry) {
    return entry & ~rights_mask;
}

Rights rights_of(Word entry) {
    return Rights(entry & rights_mask);
}

Word entry_of(Word frame, Rights rights) {
    return frame | static_cast<Word>(rights);
}

} // namespace

Word CodePages::take(Word pages, Frames& frames) {
    if (pages == 0 || count_ > allowed_ || pages > allowed_ - count_) return 0;
    if (table_ == 0) {
        auto const made = frames.take();
        if (!made) return 0;
        table_ = *made;
        memset(table(), 0, l4::page_size);
    }
    auto const first = free_run(pages);
    if (!first) return 0;
    for (Word index = 0; index < pages; ++index) {
        auto const frame = frames.take();
        if (!frame) {
            give({*first, index}, frames);
            return 0;
        }
        memset(flat::pointer_to<char>(*frame), 0, l4::page_size);
        table()[*first + index] = entry_of(*frame, Rights::read_write);
        ++count_;
    }
    return first_address + *first * l4::page_size;
}

/// Who has a page as it was loses it, and gets it as it is with the next access.
bool CodePages::seal(Word address, Word pages, bool is_executable, Frames& frames) {
    auto const run = run_at(address, pages);
    if (!run || !are_all_taken(*run)) return false;
    Rights const rights = is_executable ? Rights::read_execute : Rights::read;
    Word* const entries = table() + run->first;
    for (Word index = 0; index < pages; ++index)
        if (rights_of(entries[index]) != Rights::read_write) return false;
    for (Word index = 0; index < pages; ++index) {
        Word const frame = frame_of(entries[index]);
        entries[index] = entry_of(frame, rights);
        frames.revoke(frame);
    }
    return true;
}

bool CodePages::release(Word address, Word pages, Frames& frames) {
    auto const run = run_at(address, pages);
    if (!run || !are_all_taken(*run)) return false;
    give(*run, frames);
    return true;
}

flat::Maybe<l4::MapItem> CodePages::page(Word address, Rights access) const {
    auto const run = run_at(address & ~rights_mask, 1);
    if (!run || !are_all_taken(*run)) return flat::nothing;
    Word const entry = table()[run->first];
    Rights const rights = rights_of(entry);
    if ((rights & access) != access) return flat::nothing;
    return l4::MapItem(l4::Fpage::around(frame_of(entry), page_size_log2, rights),
                       address & ~rights_mask);
}

void CodePages::give_all(Frames& frames) {
    allowed_ = 0;
    if (table_ == 0) return;
    for (Word index = 0; index < pages_max; ++index)
        if (table()[index] != 0) give({index, 1}, frames);
    frames.give(flat::exchange(table_, 0));
}

/// The pages from an address on, if all of them are in the window.
flat::Maybe<CodePages::Run> CodePages::run_at(Word address, Word pages) {
    Word const first = (address - first_address) / l4::page_size;
    bool const is_inside = address >= first_address && (address & rights_mask) == 0 &&
                           first < pages_max && pages > 0 && pages <= pages_max - first;
    if (!is_inside) return flat::nothing;
    return Run{first, pages};
}

/// The first of so many pages in a row that nobody has taken.
flat::Maybe<Word> CodePages::free_run(Word pages) const {
    Word length = 0;
    for (Word index = 0; index < pages_max; ++index) {
        length = table()[index] == 0 ? length + 1 : 0;
        if (length == pages) return index + 1 - pages;
    }
    return flat::nothing;
}

bool CodePages::are_all_taken(Run run) const {
    if (table_ == 0) return false;
    for (Word index = run.first; index < run.first + run.pages; ++index)
        if (table()[index] == 0) return false;
    return true;
}

void CodePages::give(Run run, Frames& frames) {
    for (Word index = run.first; index < run.first + run.pages; ++index) {
        frames.give(frame_of(table()[index]));
        table()[index] = 0;
        --count_;
    }
}

} // namespace domains
