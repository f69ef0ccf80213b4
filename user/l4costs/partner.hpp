// SPDX-License-Identifier: BSD-2-Clause
// Another thread, usually in an address space of its own that is made of the program's pages.
#pragma once

#include <l4/ipc.hpp>
#include <l4/thread.hpp>

namespace l4costs {

/// Where a partner lives.
enum class Home { own_space, root_space };

/// Runs `body` until the object ends. The root task is its pager, and serves it by `await_word`.
class Partner {
public:
    /// `place` tells those apart that live at the same time, 1 or 2.
    explicit Partner(void (*body)(), unsigned place = 1, Home home = Home::own_space);
    ~Partner();
    Partner(Partner const&) = delete;
    Partner& operator=(Partner const&) = delete;

    l4::ThreadId id() const { return id_; }

    /// Deletes it before. Returns whether that is done.
    bool end();

    /// Where thread `index` of a partner's own space has its UTCB; the partner's is 0.
    static l4::Word utcb_location(unsigned index);

private:
    bool is_alive_ = true;
    l4::ThreadId id_;
};

/// From here on a partner has no pages; those of `fresh_pages` come when it touches them.
constexpr l4::Word fresh_address = 0x2000'0000;
constexpr l4::Word page_bytes = 4096;
constexpr unsigned fresh_page_count = 16;
extern char fresh_pages[fresh_page_count * page_bytes];

/// Maps a page of the caller's so many times to a thread that waits for that.
bool pass_often(l4::Word page, l4::ThreadId to, l4::Word count);

/// Serves faults of partners until one of them sends a word, which is returned.
l4::Word await_word();

/// For partners: sends a word to the root task.
void tell(l4::Word word);

/// For partners: does nothing more.
[[noreturn]] void rest();

/// Lets all partners go on until they wait.
void let_others_run();

} // namespace l4costs
