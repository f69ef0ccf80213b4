// SPDX-License-Identifier: BSD-2-Clause
// A page of a cache, as a replacement policy knows it.
#pragma once

#include <core/containers/list.hpp>

namespace flat {

/// A base of what a cache knows of a page. All of it belongs to the policy that it was added to.
class CachedPage : NonCopyable {
public:
    ListLink<CachedPage> link;
    bool is_referenced = false;

protected:
    ~CachedPage() = default;
};

/// Pages in a row.
class CachedPages : public IntrusiveList<CachedPage, &CachedPage::link> {
public:
    /// The first page, which is the last then; null without pages.
    CachedPage* take_turn() {
        CachedPage* const page = first();
        rotate();
        return page;
    }
};

} // namespace flat
