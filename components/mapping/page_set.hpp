// SPDX-License-Identifier: BSD-2-Clause
// The pages of an object that are in memory, by their numbers.
#pragma once

#include <core/containers/ordered_tree.hpp>
#include <core/utility.hpp>

namespace flat::mapping {

/// An ordered tree that knows where it found something last: asking for the same page again, or for
/// the one after it as before, takes constant time. `Page` has `number`, `next` and `previous`,
/// both null at first, and the tree's `link` and `key`. Finding changes it, too, so callers exclude
/// each other also to read.
template<class Page, auto link, auto key>
class PageSet : NonCopyable {
public:
    bool is_empty() const { return tree_.is_empty(); }
    Page* first_from(u64 number) const { return tree_.first_from(number); }

    Page* find(u64 number) {
        Page* const recent = recent_;
        if (recent && recent->number == number) return recent;
        bool const goes_on = recent && recent->number + 1 == number;
        if (goes_on && recent->next) return recent_ = recent->next;
        Page* const found = tree_.find(number);
        if (!found) return nullptr;
        if (goes_on) {
            recent->next = found;
            found->previous = recent;
        }
        return recent_ = found;
    }

    void insert(Page& page) { tree_.insert(page); }

    void remove(Page& page) {
        if (recent_ == &page) recent_ = nullptr;
        if (page.previous) page.previous->next = nullptr;
        if (page.next) page.next->previous = nullptr;
        page.previous = nullptr;
        page.next = nullptr;
        tree_.remove(page);
    }

private:
    OrderedTree<Page, link, key> tree_;
    Page* recent_ = nullptr;
};

} // namespace flat::mapping
