// SPDX-License-Identifier: BSD-2-Clause
// Names in a graph for objects of all domains, each held by whoever has found it.
#include <naming/server.hpp>

#include <core/calls/handle.hpp>
#include <naming/exported.hpp>
#include <naming/name_form.hpp>
#include <naming/name_hint.hpp>

#include <new>

namespace flat::naming {

Server::Found Server::export_(core::AbstractResource& target, Span<u8 const> hint) {
    auto const parsed = parse_name_hint(Text::from_bytes(hint));
    bool const is_named = parsed && !parsed->text.is_empty() && parsed->text.size() <= text_max &&
                          parsed->type != handle_id; // or what is served passed for its target
    if (!is_named) {
        target.release();
        return NamingError{NamingError::Code::invalid};
    }
    Served* const served = store_.add(target, parsed->type, &target);
    if (!served) {
        target.release();
        return NamingError{NamingError::Code::full};
    }
    return export_served(*served, hint, parsed->text);
}

/// The hold of `served` is the name's, if there is one.
Server::Found Server::export_served(Served& served, Span<u8 const> hint, Text text) {
    auto const place = objects->allocate(sizeof(Exported));
    if (place.is_error()) {
        served.release();
        return NamingError{NamingError::Code::full};
    }
    auto const name = context_.give(served, hint);
    if (name.is_error()) {
        objects->free(place.value(), sizeof(Exported));
        return name.error();
    }
    name.value()->release(); // the context has it
    return new (pointer_to<void>(place.value())) Exported(*objects, context_, text);
}

Result<u32, core::NamingError> Server::serialize(Span<u8 const> path, Span<u8> form) {
    core::Name& name = *TRY(graph->resolve(path));
    u32 const size = name.to_byte(form);
    name.release();
    if (size == 0) return NamingError{NamingError::Code::unknown};
    return size;
}

Server::Found Server::bind(Span<u8 const> form) {
    core::Name& name = *TRY(graph->byte_to_name(form));
    Found const result = found(name);
    name.release();
    return result;
}

Server::Found Server::resolve(Span<u8 const> path) {
    core::Name& name = *TRY(graph->resolve(path));
    Found const result = found(name);
    name.release();
    return result;
}

Server::Found Server::found(core::Name& name) {
    u8 bytes[NameForm::bytes_max];
    u32 const size = name.to_byte(bytes);
    auto const form = parse_name_form(Span<u8 const>(bytes).first(size));
    if (!form) return NamingError{NamingError::Code::unknown};
    Top* target = nullptr;
    {
        auto const counts = store_.lock();
        auto const bound = binding->bind(name, {});
        if (bound.is_error()) return NamingError{NamingError::Code::unknown};
        target = bound.value();
        if (void* const served = target->narrow(Served::id)) {
            static_cast<Served*>(served)->hold(*counts);
            return static_cast<Served*>(served);
        }
    }
    // A resource that is not served can end while it is called; a context is one.
    bool const can_end = target->narrow(core::AbstractResource::interface_id) != nullptr;
    if (can_end) return NamingError{NamingError::Code::unknown};
    Served* const made = store_.add(*target, form->type, nullptr);
    if (!made) return NamingError{NamingError::Code::full};
    return made;
}

} // namespace flat::naming
