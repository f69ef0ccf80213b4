// SPDX-License-Identifier: BSD-2-Clause
// The memory of a graph's names and contexts, and the counts of their holders.
#include <naming/graph_store.hpp>

#include <naming/graph_context.hpp>
#include <naming/graph_name.hpp>

namespace flat::naming {

using core::NamingError;

Result<void*, NamingError> GraphStore::allocate(usize bytes) {
    {
        auto const links = lock();
        if (links->objects == objects_max_) return NamingError{NamingError::Code::full};
        ++links->objects;
    }
    auto const place = objects_.allocate(bytes);
    if (place.is_ok()) return pointer_to<void>(place.value());
    --lock()->objects;
    return NamingError{NamingError::Code::full};
}

void GraphStore::free(void* place, usize bytes) {
    objects_.free(address_of(place), bytes);
    --lock()->objects;
}

void GraphStore::free(Unheld const& unheld) {
    core::AbstractResource* const given = unheld.name ? unheld.name->given_ : nullptr;
    if (unheld.name) {
        unheld.name->GraphName::~GraphName();
        free(unheld.name, sizeof(GraphName));
    }
    for (GraphContext* const context : unheld.contexts) {
        if (!context) continue;
        context->GraphContext::~GraphContext();
        free(context, sizeof(GraphContext));
    }
    if (given) given->release();
}

void GraphStore::drop(Links& links, GraphName& name, Unheld& unheld) {
    assert(name.holders_ > 0);
    if (--name.holders_ > 0) return;
    assert(!unheld.name);
    unheld.name = &name;
    drop(links, name.context_, unheld);
    if (name.target_context_) drop(links, *name.target_context_, unheld);
}

void GraphStore::drop(Links&, GraphContext& context, Unheld& unheld) {
    assert(context.holders_ > 0);
    if (--context.holders_ == 0) unheld.add(context);
}

} // namespace flat::naming
