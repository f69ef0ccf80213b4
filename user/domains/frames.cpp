// SPDX-License-Identifier: BSD-2-Clause
// Frames for the pages of domains: those that one gives back, the next one gets.
#include "frames.hpp"

namespace domains {

using l4::Word;

flat::Maybe<Word> Frames::take() {
    if (first_ != 0) {
        --free_;
        return flat::exchange(first_, *flat::pointer_to<Word>(first_));
    }
    auto const got = get_();
    if (got) ++all_;
    return got;
}

void Frames::give(Word frame) {
    revoke_(frame);
    *flat::pointer_to<Word>(frame) = first_;
    first_ = frame;
    ++free_;
}

bool FrameList::add(Frames& frames, Word frame) {
    if (first_ == 0 || flat::pointer_to<Page>(first_)->count == Page::frames_max) {
        auto const page = frames.take();
        if (!page) return false;
        auto& made = *flat::pointer_to<Page>(*page);
        made.next = flat::exchange(first_, *page);
        made.count = 0;
    }
    auto& page = *flat::pointer_to<Page>(first_);
    page.frames[page.count++] = frame;
    return true;
}

void FrameList::give_all(Frames& frames) {
    while (first_ != 0) {
        Word const place = first_;
        auto const& page = *flat::pointer_to<Page>(place);
        for (Word index = 0; index < page.count; ++index)
            frames.give(page.frames[index]);
        first_ = page.next;
        frames.give(place);
    }
}

} // namespace domains
