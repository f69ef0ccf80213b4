// SPDX-License-Identifier: BSD-2-Clause
// Contexts in contexts, resolved by paths, whose names can be removed.
#include <naming/graph.hpp>

namespace flat::naming {

Graph::NameResult Graph::export_(Top& target, Span<u8 const> hint) {
    return root_.export_(target, hint);
}

Graph::NameResult Graph::give(core::AbstractResource& target, Span<u8 const> hint) {
    return root_.give(target, hint);
}

Graph::NameResult Graph::byte_to_name(Span<u8 const> bytes) {
    return root_.byte_to_name(bytes);
}

Result<core::NamingGraph*, Graph::NamingError> Graph::create(Span<u8 const> text) {
    return root_.create(text);
}

Graph::NameResult Graph::resolve(Span<u8 const> path) {
    return root_.resolve(path);
}

Result<void, Graph::NamingError> Graph::remove(Span<u8 const> text) {
    return root_.remove(text);
}

core::Name* Graph::next(Span<u8 const> text) {
    return root_.next(text);
}

Result<Top*, core::BindingError> Graph::bind(core::Name& name, Span<u8 const> hint) {
    return root_.bind(name, hint);
}

} // namespace flat::naming
