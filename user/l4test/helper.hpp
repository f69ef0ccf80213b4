// SPDX-License-Identifier: BSD-2-Clause
// Threads that tests make, and the root task's part in their lives.
#pragma once

#include <l4/ipc.hpp>
#include <l4/thread.hpp>

namespace l4test {

/// Where a helper lives.
enum class Home { root_space, own_space };

/// What should happen has happened by then.
constexpr l4::Time soon = l4::Time::milliseconds(1000);

/// What should not happen has not happened by then.
constexpr l4::Time a_while = l4::Time::milliseconds(10);

/// Both phases may take until `soon`.
constexpr l4::Timeouts both_soon{soon, soon};

/// A thread that runs `body`, whose pager and scheduler is the root task. It ends with its object.
/// At most three live at the same time. A body must not return.
class Helper {
public:
    explicit Helper(void (*body)(), Home home = Home::root_space);
    ~Helper() { end(); }
    Helper(Helper const&) = delete;
    Helper& operator=(Helper const&) = delete;

    /// Ends it before; no effect if it has ended.
    void end();

    l4::ThreadId id() const { return id_; }

    /// Where the UTCB of the helper begins, in its own address space.
    l4::Word utcb_location() const { return utcb_location_; }

private:
    bool is_alive_ = true;
    unsigned slot_;
    l4::ThreadId id_;
    l4::Word utcb_location_;
};

/// A name that no thread has or had.
l4::ThreadId fresh_name();

/// A place for a UTCB in the root task's address space that no helper uses.
l4::Word spare_utcb_location();

/// Where address spaces of helpers have their UTCBs.
constexpr l4::Word helper_utcbs = 0x8000'0000;

/// Receives the next message of a helper. Page faults on the program itself are answered on the
/// way, so helpers in spaces of their own can run meanwhile.
l4::Result<l4::Received, l4::IpcError> next_message(l4::Time timeout = soon);

/// Serves page faults until `helper` sends a plain word; returns it, or `silence` when none comes.
l4::Word word_from(Helper const& helper);
constexpr l4::Word silence = ~l4::Word{0};

/// For helpers: sends a word to the root task, which must be waiting for it, sooner or later.
void tell_root(l4::Word word);

/// For helpers: wakes up every millisecond, and counts that.
[[noreturn]] void wake_up_often();
extern l4::Word volatile wake_ups;

/// For helpers: does nothing more.
[[noreturn]] void rest();

} // namespace l4test
