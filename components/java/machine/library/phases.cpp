// SPDX-License-Identifier: BSD-2-Clause
// The later phases of the class library's initialisation, which wait until something needs them.
#include <java/machine/library/phases.hpp>

namespace flat::java {

namespace {

/// Its initialiser makes method handles for call sites, which the machine makes itself.
bool leave_uninitialized(Run& run, Text name) {
    Class* const found = run.machine.classes.load(name);
    if (!found) return run.raise_problem();
    found->state = ClassState::initialized;
    return true;
}

bool run_phases(Run& run, Class& system) {
    replace_resources(run.machine);
    Slot const print_nothing[] = {0, 0};
    if (!run.call_static(system, "initPhase2", "(ZZ)I", print_nothing)) return false;
    if (run.result[0] != 0) return run.raise("java/lang/InternalError", "System.initPhase2");
    return leave_uninitialized(run, "java/lang/invoke/StringConcatFactory") &&
           run.call_static(system, "initPhase3", "()V", nullptr);
}

} // namespace

bool finish_library(Run& run) {
    Modules& modules = run.machine.modules;
    if (modules.phase == Modules::Phase::finished) return true;
    Class* const system = run.machine.classes.load("java/lang/System");
    if (!system) return run.raise_problem();
    if (!run.ensure(0) || !run.lock(run.machine.mirror_of(*system))) return false;
    bool is_done = true;
    if (modules.phase == Modules::Phase::deferred) {
        modules.phase = Modules::Phase::running;
        is_done = run_phases(run, *system);
        modules.phase = Modules::Phase::finished;
    }
    Object* const thrown = run.exception;
    run.exception = nullptr;
    run.unlock(run.machine.mirror_of(*system));
    run.exception = thrown;
    return is_done;
}

void Modules::set(Machine& machine, Class& of) const {
    Class const* innermost = &of;
    while (innermost->element)
        innermost = innermost->element;
    bool const is_of_base = innermost->is_trusted || innermost->is_primitive();
    Field const& field = machine.field(*machine.known.class_, "module", "Ljava/lang/Module;");
    at<Object*>(of.mirror, field.offset) = is_of_base ? base : unnamed;
}

void Modules::set_all(Machine& machine) const {
    machine.classes.each([&](Class& each) {
        if (each.mirror) set(machine, each);
    });
}

} // namespace flat::java
