// SPDX-License-Identifier: BSD-2-Clause
// A name in a naming graph.
#include <naming/graph_name.hpp>

#include <core/memory.hpp>
#include <naming/graph_context.hpp>
#include <naming/name_form.hpp>

namespace flat::naming {

GraphName::GraphName(GraphStore& store, GraphContext& context, Text text, Target const& target)
    : store_(store), context_(context), target_(&target.interface), target_context_(target.context),
      given_(target.given), type_(target.type), size_(static_cast<u8>(text.size())) {
    assert(text.size() <= text_max);
    memcpy(characters_, text.data(), text.size());
}

GraphName* GraphName::of(core::Name& name, GraphStore& store) {
    auto* const own = static_cast<GraphName*>(name.narrow(own_id));
    return own && &own->store_ == &store ? own : nullptr;
}

core::NamingContext& GraphName::naming_context() {
    return context_.interface();
}

u32 GraphName::to_byte(Span<u8> destination) {
    GraphContext::PathBuffer path;
    {
        auto const links = store_.lock();
        if (!target_ || !context_.write_path(*links, path)) return 0;
    }
    return NameForm{type_, path.text(), text()}.write_to(destination);
}

void GraphName::release() {
    GraphStore& store = store_;
    Unheld unheld;
    {
        auto const links = store.lock();
        GraphStore::drop(*links, *this, unheld);
    }
    store.free(unheld);
}

void* GraphName::narrow(InterfaceId id) {
    if (id == own_id) return this;
    if (id == core::Name::interface_id) return static_cast<core::Name*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

Top* GraphName::target() {
    auto const links = store_.lock();
    return target_;
}

} // namespace flat::naming
