// SPDX-License-Identifier: BSD-2-Clause
// All threads wait for each other: which ones, and for what.
#include <java/machine/threads/thread_table.hpp>

#include <java/machine/run.hpp>

namespace flat::java {

/// Nobody runs, and no time ends a wait: nothing from outside wakes a thread, so none ever will.
bool ThreadTable::waits_for_ever() const {
    bool is_one = false;
    each([&](Run& run) {
        is_one |= run.waiting.what == WaitingFor::nothing || run.waiting.deadline_ns != 0;
    });
    return !is_one;
}

void ThreadTable::tell_deadlock() {
    machine_.platform.report("java: deadlock: no thread can go on, and none ever will");
    each([&](Run& run) {
        if (run.object && !run.is_daemon()) tell_thread(run);
    });
}

void ThreadTable::tell_thread(Run& run) {
    TextBuffer<400> line;
    line.put("java: \"");
    run.put_name(line);
    Waiting const& waiting = run.waiting;
    Text const type = waiting.object ? waiting.object->type->name->text : Text();
    switch (waiting.what) {
    case WaitingFor::monitor:
        format(line, "\" waits to enter the monitor of an object of {}", type);
        break;
    case WaitingFor::notification:
        format(line, "\" waits to be notified by an object of {}", type);
        break;
    case WaitingFor::initialization:
        format(line, "\" waits until {} is initialised", waiting.initialized->name->text);
        break;
    case WaitingFor::threads:
        line.put("\" has ended; the machine waits for the other threads");
        break;
    default:
        line.put("\" is parked");
        break;
    }
    u32 const owner = waiting.what == WaitingFor::monitor ? waiting.object->lock >> 16
                      : waiting.what == WaitingFor::initialization
                          ? waiting.initialized->initializer
                          : 0;
    each([&](Run& other) {
        if (other.id != owner) return;
        line.put(waiting.what == WaitingFor::monitor ? ", which \"" : " by \"");
        other.put_name(line);
        line.put(waiting.what == WaitingFor::monitor ? "\" has entered" : "\"");
    });
    machine_.platform.report(line.text());
}

} // namespace flat::java
