// SPDX-License-Identifier: BSD-2-Clause
// Native methods by class, name and descriptor.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

Native find_native(Method const& method) {
    Span<NativeEntry const> const tables[] = {
        object_natives(), class_natives(),  system_natives(),    thread_natives(),
        number_natives(), unsafe_natives(), trace_natives(),     handle_natives(),
        module_natives(), zip_natives(),    reflection_natives()};
    Text const name = method.name->text;
    for (auto const& table : tables)
        for (NativeEntry const& each : table) {
            if (each.name != name) continue;
            if (each.class_name != Text("*") && each.class_name != method.owner->name->text)
                continue;
            if (each.descriptor.is_empty() || each.descriptor == method.descriptor->text)
                return each.function;
        }
    return nullptr;
}

} // namespace flat::java
