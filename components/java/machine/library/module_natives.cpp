// SPDX-License-Identifier: BSD-2-Clause
// Modules: the class library makes java.base and the loaders of classes (System.initPhase2 and
// initPhase3) when something first asks for one of them.
#include <java/machine/library/phases.hpp>

#include <core/panic.hpp>
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_module {

namespace {

using native::do_nothing;
using native::need;
using native::yes;

/// The boot loader's module for classes that are in no other one: those of programs.
void set_unnamed_module(Call& call) {
    call.machine.modules.unnamed = call.object(0);
    call.machine.modules.set_all(call.machine);
}

/// Module.defineModule0: the image has java.base alone.
void define_module(Call& call) {
    call.machine.modules.base = call.object(0);
    call.machine.modules.set_all(call.machine);
}

/// Class.getModule, once the first phase is over.
void get_module(Call& call) {
    if (!need(call, 0) || !finish_library(call.run)) return;
    Field const& field =
        call.machine.field(*call.machine.known.class_, "module", "Ljava/lang/Module;");
    call.give(at<Object*>(call.object(0), field.offset));
}

/// A static field of java.lang.System or ClassLoader that the phases set.
void give_static(Call& call, Text class_name, Text name, Text descriptor) {
    if (!finish_library(call.run)) return;
    Class* const owner = call.machine.classes.load(class_name);
    call.give(at<Object*>(owner->statics, call.machine.field(*owner, name, descriptor).offset));
}
void boot_layer(Call& call) {
    give_static(call, "java/lang/System", "bootLayer", "Ljava/lang/ModuleLayer;");
}
void init_level(Call& call) {
    if (!finish_library(call.run)) return;
    Class& owner = *call.method.owner;
    call.give_int(at<i32>(owner.statics, call.machine.field(owner, "initLevel", "I").offset));
}
void is_inited(Call& call) {
    constexpr i32 module_system_inited = 2; // VM's constant
    init_level(call);
    call.give_int(static_cast<i32>(call.run.result[0]) >= module_system_inited);
}

/// What libraries of the class library have is here: any is one that is built in
/// (System.mapLibraryName, NativeLibraries.findBuiltinLib).
void same_name(Call& call) {
    if (need(call, 0)) call.give(call.object(0));
}

/// BuiltinClassLoader.findMiscResource: what is in no package. The image has none of it that
/// anybody would find, and the class library would ask for its file.
void no_resources(Call& call) {
    Class* const collections = call.machine.classes.load("java/util/Collections");
    if (!collections) {
        call.run.raise_problem();
        return;
    }
    call.run.call_static(*collections, "emptyList", "()Ljava/util/List;", nullptr);
}

constexpr Text module = "java/lang/Module";
constexpr Text libraries = "jdk/internal/loader/NativeLibraries";
constexpr NativeEntry entries[] = {
    {module, "defineModule0", {}, define_module},
    {module, "addReads0", {}, do_nothing},
    {module, "addExports0", {}, do_nothing},
    {module, "addExportsToAll0", {}, do_nothing},
    {module, "addExportsToAllUnnamed0", {}, do_nothing},
    {"jdk/internal/loader/BootLoader", "setBootLoaderUnnamedModule0", {}, set_unnamed_module},
    {"java/lang/System", "mapLibraryName", {}, same_name},
    {libraries, "findBuiltinLib", {}, same_name},
    {libraries, "load", {}, yes},
    {libraries, "unload", {}, do_nothing},
};

/// Methods of the class library's that ask for what the later phases make.
constexpr NativeEntry askers[] = {
    {"java/lang/Class", "getModule", "()Ljava/lang/Module;", get_module},
    {"java/lang/ModuleLayer", "boot", "()Ljava/lang/ModuleLayer;", boot_layer},
    {"jdk/internal/misc/VM", "initLevel", "()I", init_level},
    {"jdk/internal/misc/VM", "isModuleSystemInited", "()Z", is_inited},
};

void replace_method(Machine& machine, NativeEntry const& by) {
    Class* const owner = machine.classes.load(by.class_name);
    Method* const method = owner ? Classes::own_method(owner, machine.symbols.of(by.name),
                                                       machine.symbols.of(by.descriptor))
                                 : nullptr;
    if (!method) panic("java: there is no {}.{}: another class library?", by.class_name, by.name);
    method->native = by.function;
    method->flags |= flags::is_native;
}

} // namespace

} // namespace native_of_module

Span<NativeEntry const> module_natives() {
    return native_of_module::entries;
}

void defer_phases(Machine& machine) {
    for (NativeEntry const& each : native_of_module::askers)
        native_of_module::replace_method(machine, each);
}

void replace_resources(Machine& machine) {
    native_of_module::replace_method(
        machine, {"jdk/internal/loader/BuiltinClassLoader", "findMiscResource",
                  "(Ljava/lang/String;)Ljava/util/List;", native_of_module::no_resources});
}

} // namespace flat::java
