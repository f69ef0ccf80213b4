// SPDX-License-Identifier: BSD-2-Clause
// The life of a thread of Java: its run method, what nobody catches, its end.
#include <java/machine/run.hpp>

namespace flat::java {

namespace {

constexpr u32 terminated = 2; // java.lang.Thread.threadStatus, as JVM TI has it

} // namespace

u64& Run::address_in_thread(Machine& machine, Object* thread) {
    return at<u64>(thread, machine.thread_fields.address);
}

Run* Run::of_thread(Machine& machine, Object* thread) {
    return pointer_to<Run>(address_in_thread(machine, thread));
}

void Run::begin_thread(Object* thread) {
    object = thread;
    address_in_thread(machine, thread) = address_of(this);
}

bool Run::is_daemon() const {
    return byte_of_thread(machine.thread_fields.daemon) != 0;
}

bool Run::is_interrupted() const {
    return byte_of_thread(machine.thread_fields.interrupted) != 0;
}

bool Run::take_interrupt() {
    bool const is_interrupted = this->is_interrupted();
    byte_of_thread(machine.thread_fields.interrupted) = 0;
    return is_interrupted;
}

void Run::put_name(TextSink& sink) const {
    machine.put_string(object ? at<Object*>(object, machine.thread_fields.name) : nullptr, sink);
}

void Run::set_status(u32 status) {
    if (object) at<u32>(object, machine.thread_fields.status) = status;
}

void Run::live() {
    machine.threads.acquire(*this);
    Method* const run =
        Classes::find_method(object->type, machine.symbols.of("run"), machine.symbols.of("()V"));
    Slot const self = to_slot(object);
    if (run && !call(*run, &self) && !machine.has_exited) tell_uncaught();
    end_thread();
    if (!machine.has_exited) machine.threads.remove(*this);
    if (machine.has_exited) return; // with the execution lock, so that no other thread goes on
    machine.threads.release();
}

/// Leaves its group, and is told to those that join it.
void Run::end_thread() {
    exception = nullptr;
    if (machine.has_exited) return;
    Method* const exit = Classes::own_method(machine.known.thread, machine.symbols.of("exit"),
                                             machine.symbols.of("()V"));
    Slot const self = to_slot(object);
    if (exit) call(*exit, &self);
    exception = nullptr;
    if (machine.has_exited || !lock(object)) return;
    set_status(terminated);
    address_in_thread(machine, object) = 0;
    notify(object, true);
    unlock(object);
}

/// By the thread's own handler, or by that of all threads (JLS 17, 11.3); if even that throws, by
/// the machine.
void Run::tell_uncaught() {
    Object* const thrown = exception;
    exception = nullptr;
    u32 const place = keep(thrown);
    Method* const dispatch =
        Classes::own_method(machine.known.thread, machine.symbols.of("dispatchUncaughtException"),
                            machine.symbols.of("(Ljava/lang/Throwable;)V"));
    Slot const arguments[] = {to_slot(object), to_slot(thrown)};
    bool const is_told = object && dispatch && call(*dispatch, arguments);
    Object* const same = kept(place);
    drop_to(place);
    if (!is_told && !machine.has_exited) tell_alone(same);
}

/// Without the class library's output, which may be what has failed.
void Run::tell_alone(Object* thrown) {
    exception = nullptr;
    TextBuffer<400> line;
    line.put("Exception in thread \"");
    put_name(line);
    format(line, "\" {}", thrown->type->name->text);
    Field const& message =
        machine.field(*machine.known.throwable, "detailMessage", "Ljava/lang/String;");
    if (Object* const text = at<Object*>(thrown, message.offset)) {
        line.put(": ");
        machine.put_string(text, line);
    }
    line.put("\n");
    machine.platform.write(2, line.text().bytes());
}

} // namespace flat::java
