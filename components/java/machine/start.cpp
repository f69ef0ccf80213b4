// SPDX-License-Identifier: BSD-2-Clause
// From an empty machine to `main`.
#include <java/machine/start.hpp>

#include <java/machine/library/phases.hpp>

namespace flat::java {

namespace {

constexpr u32 failed = 1;

/// An object that no constructor has seen yet, kept in sight.
bool make(Run& run, Text class_name, u32& kept) {
    Class* const made = run.machine.classes.load(class_name);
    if (!made) return run.raise_problem();
    if (!run.initialize(*made) || !run.ensure(made->instance_bytes)) return false;
    kept = run.keep(run.machine.heap.make(made));
    return true;
}

bool construct(Run& run, u32 kept, Text descriptor, Slot first = 0, Slot second = 0) {
    Object* const object = run.kept(kept);
    Method* const method = Classes::own_method(object->type, run.machine.symbols.of("<init>"),
                                               run.machine.symbols.of(descriptor));
    if (!method) return run.raise("java/lang/NoSuchMethodError", descriptor);
    Slot const arguments[] = {to_slot(object), first, second};
    return run.call(*method, arguments);
}

/// Two groups of threads and a thread, as the class library expects them.
bool make_thread(Run& run) {
    Machine& machine = run.machine;
    u32 system = 0;
    u32 group = 0;
    if (!make(run, "java/lang/ThreadGroup", system) || !construct(run, system, "()V")) return false;
    if (!make(run, "java/lang/ThreadGroup", group)) return false;
    Object* name = machine.intern("main");
    u32 const kept_name = run.keep(name);
    u32 thread = 0;
    if (!make(run, "java/lang/Thread", thread)) return false;
    run.begin_thread(run.kept(thread));
    at<u32>(run.object, machine.thread_fields.priority) = 5;
    at<u32>(run.object, machine.thread_fields.status) = 5; // runs
    if (!construct(run, group, "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
                   to_slot(run.kept(system)), to_slot(run.kept(kept_name))))
        return false;
    at<Object*>(run.object,
                machine.field(*machine.known.thread, "group", "Ljava/lang/ThreadGroup;").offset) =
        run.kept(group);
    bool const is_done = construct(run, thread, "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V",
                                   to_slot(run.kept(group)), to_slot(run.kept(kept_name)));
    run.drop_to(system);
    return is_done;
}

bool call_main(Run& run, Text main_class, Span<Text const> arguments) {
    Machine& machine = run.machine;
    Class* const found = machine.classes.load(machine.symbols.of_copy(main_class));
    if (!found) return run.raise_problem();
    if (!run.ensure(u64{64} * 1024)) return false;
    auto const count = static_cast<u32>(arguments.size());
    Array* const strings = machine.heap.make_array(machine.known.strings, count);
    for (u32 i = 0; i < count; ++i)
        strings->elements<Object*>()[i] = machine.string_of(arguments[i]);
    u32 const kept = run.keep(strings);
    if (!run.initialize(*found)) return false;
    Slot const argument = to_slot(run.kept(kept));
    run.drop_to(kept);
    return run.call_static(*found, "main", "([Ljava/lang/String;)V", &argument);
}

/// The first thread ends like others; when all have that are no daemons, hooks run.
void end_main(Run& run) {
    Machine& machine = run.machine;
    if (!run.object) return;
    run.end_thread();
    while (!machine.has_exited && machine.threads.has_others(run))
        machine.threads.wait(run, {WaitingFor::threads});
    run.exception = nullptr;
    Class* const shutdown =
        machine.has_exited ? nullptr : machine.classes.load("java/lang/Shutdown");
    if (shutdown) run.call_static(*shutdown, "shutdown", "()V", nullptr);
}

u32 end_of(Run& run, bool is_done) {
    if (run.machine.has_exited) return run.machine.exit_status;
    if (!is_done) run.tell_uncaught();
    end_main(run);
    if (run.machine.has_exited) return run.machine.exit_status;
    return is_done ? 0 : failed;
}

} // namespace

bool begin_library(Run& run) {
    Machine& machine = run.machine;
    constexpr Text first_classes[] = {"java/lang/String", "java/lang/System", "java/lang/Class",
                                      "java/lang/StackOverflowError"};
    for (Text const name : first_classes) {
        Class* const needed = machine.classes.load(name);
        if (!needed) return run.raise_problem();
        if (!run.initialize(*needed)) return false;
    }
    u32 error = 0;
    if (!make_thread(run) || !make(run, "java/lang/OutOfMemoryError", error)) return false;
    if (!construct(run, error, "()V")) return false;
    machine.out_of_memory = run.kept(error);
    run.drop_to(error);
    // What makes reflection known to the rest of the library is its initialiser.
    Class* const method = machine.classes.load("java/lang/reflect/Method");
    Class* const system = machine.classes.load("java/lang/System");
    if (!method || !system) return run.raise_problem();
    if (!run.initialize(*method)) return false;
    if (!run.call_static(*system, "initPhase1", "()V", nullptr)) return false;
    defer_phases(machine);
    return true;
}

u32 run_class(Run& run, Text main_class, Span<Text const> arguments) {
    return end_of(run, call_main(run, main_class, arguments));
}

u32 run_program(Run& run, Text main_class, Span<Text const> arguments) {
    return end_of(run, begin_library(run) && call_main(run, main_class, arguments));
}

} // namespace flat::java
