// SPDX-License-Identifier: BSD-2-Clause
// Has pages of files and disks written that were changed a while ago.
#include <mapping/write_behind.hpp>

#include <core/panic.hpp>
#include <core/top.hpp>

namespace flat::mapping {

WriteBehind::WriteBehind(Ports const& ports, Attributes const& attributes)
    : WriteBehindComponent(ports, attributes), condition_(this->pages->unwritten().condition) {
    auto const made = threads->create({});
    auto* const thread = made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
    if (!thread) panic("there is no memory for the thread of write-behind");
    thread->start(*this);
}

/// In an interrupt.
void WriteBehind::expired() {
    has_expired_.store(true);
    threads->notify_all(condition_);
}

void WriteBehind::run() {
    for (;;) {
        u64 const ticket = threads->ticket();
        look();
        if (!threads->wait(condition_, ticket)) return;
    }
}

/// A round has passed when the alarm has expired; else somebody has written the first page, or too
/// many. The alarm is set as long as something is dirty.
void WriteBehind::look() {
    bool const has_expired = has_expired_.exchange(false);
    if (has_expired) is_set_ = false;
    pages->write_behind(has_expired ? 1 : 0, rounds);
    if (is_set_ || pages->unwritten().pages == 0) return;
    is_set_ = true;
    alarms->set(*this, u64{age_ms} * 1'000'000 / rounds);
}

} // namespace flat::mapping
