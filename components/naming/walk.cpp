// SPDX-License-Identifier: BSD-2-Clause
// One step from a context to the next, whatever components they belong to.
#include <naming/walk.hpp>

#include <flat/core/binding_factory.hpp>
#include <flat/core/naming_graph.hpp>

namespace flat::naming {

Maybe<core::NamingContext*> context_of(core::Name& name) {
    auto* const factory = narrow_to<core::BindingFactory>(name.naming_context());
    if (!factory) return nothing;
    auto const target = factory->bind(name, {});
    if (target.is_error()) return nothing;
    auto* const context = narrow_to<core::NamingContext>(*target.value());
    if (!context) return nothing;
    return context;
}

Result<core::Name*, core::NamingError> next_step(core::NamingContext& context, Text step) {
    // A graph's own serialized form is no single step.
    if (auto* const graph = narrow_to<core::NamingGraph>(context))
        return graph->resolve(step.bytes());
    return context.byte_to_name(step.bytes());
}

} // namespace flat::naming
