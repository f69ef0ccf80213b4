// SPDX-License-Identifier: BSD-2-Clause
// Puts component objects into its own domain while that runs, and takes them out again.
#include <service/object_loader.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>

#include <new>

extern "C" {
extern flat::service::Export const flat_exports[];
extern flat::service::Export const flat_exports_end[];
}

namespace flat::service {

namespace {

using domain::page_size;

/// The path that `names` has for a port, in the form `port=path;port=path`; empty if it has none.
Text path_of(Text names, Text port) {
    while (!names.is_empty()) {
        usize end = 0;
        while (end < names.size() && names[end] != ';')
            ++end;
        Text const one = names.first(end);
        names = names.after(end < names.size() ? end + 1 : end);
        if (one.starts_with(port) && one.size() > port.size() && one[port.size()] == '=')
            return one.after(port.size() + 1);
    }
    return {};
}

/// The name of a type without its version: `flat.hal.Timer` of `flat.hal.Timer@1`.
Text without_version(Text type) {
    usize length = 0;
    while (length < type.size() && type[length] != '@')
        ++length;
    return type.first(length);
}

} // namespace

Result<LoadedComponent*, LoadError> ObjectLoader::load(Span<u8 const> file, Span<u8 const> names) {
    auto image = ObjectImage::parse(file);
    if (image.is_error()) return fault(image.error());
    ObjectImage object = image.value();
    Loaded& loaded = *TRY(make_room(object.bytes()));
    auto const done = fill(loaded, object, Text::from_bytes(names));
    if (done.is_error()) {
        unload(loaded);
        return done.error();
    }
    return &loaded;
}

void ObjectLoader::unload(Loaded& loaded) {
    loaded.end();
    objects->free(address_of(&loaded), sizeof(Loaded));
}

/// Zeroed memory for an object, which can be written, and the record of it.
Result<Loaded*, LoadError> ObjectLoader::make_room(u64 bytes) {
    auto const record = objects->allocate(sizeof(Loaded));
    memory::CodeRegion* const region = record.is_ok() ? take(bytes) : nullptr;
    if (region) return new (pointer_to<void>(record.value())) Loaded(*this, *region, bytes);
    if (record.is_ok()) objects->free(record.value(), sizeof(Loaded));
    return refuse(Code::exhausted, "there is no memory for {} KiB", bytes >> 10);
}

memory::CodeRegion* ObjectLoader::take(u64 bytes) {
    return memory->take(bytes / page_size).value_or(nullptr);
}

/// Makes the component of an object in its memory.
Result<void, LoadError> ObjectLoader::fill(Loaded& loaded, ObjectImage& object, Text names) {
    Loadable const& description = *TRY(settle(object, loaded));
    void* servers[Loaded::ports_max] = {};
    TRY(bind_all(description, names, loaded, servers));
    TRY(protect(object, loaded));
    loaded.construct(description, servers);
    return {};
}

Result<Loadable const*, LoadError> ObjectLoader::settle(ObjectImage& image, Loaded& loaded) {
    Span<Export const> const exports(flat_exports,
                                     static_cast<usize>(flat_exports_end - flat_exports));
    auto const description = image.settle(loaded.memory(), exports);
    if (description.is_error()) return fault(description.error());
    TRY(compare(*description.value()));
    return description.value();
}

/// Whether the object was made with what this domain was made with, and for it.
Result<void, LoadError> ObjectLoader::compare(Loadable const& description) {
    if (description.kit != flat_kit_digest)
        return refuse(Code::foreign, "{} was made with another version of the kit",
                      description.name);
    if (description.is_privileged != flat_is_privileged)
        return refuse(Code::foreign, "{} was made for {}", description.name,
                      Text(description.is_privileged ? "the kernel" : "domains beside it"));
    if (description.port_count > Loaded::ports_max)
        return refuse(Code::malformed, "{} requires more than {} servers", description.name,
                      Loaded::ports_max);
    for (u64 i = 0; i < description.interface_count; ++i)
        TRY(compare(description, description.interfaces[i]));
    return {};
}

/// Whether an interface of the object, if this domain has it, is the same here.
Result<void, LoadError> ObjectLoader::compare(Loadable const& description,
                                              InterfaceShape const& theirs) {
    for (u64 i = 0; i < flat_interface_count; ++i) {
        InterfaceShape const& ours = flat_interfaces[i];
        if (without_version(ours.type) != without_version(theirs.type)) continue;
        if (Text(ours.type) != Text(theirs.type))
            return refuse(Code::wrong_version, "{} is made for {}, and this domain has {}",
                          description.name, theirs.type, ours.type);
        if (ours.digest != theirs.digest)
            return refuse(Code::wrong_version, "{} is made for another {} than this domain has",
                          description.name, theirs.type);
    }
    return {};
}

Result<void, LoadError> ObjectLoader::bind_all(Loadable const& description, Text names,
                                               Loaded& loaded, void** servers) {
    for (u64 i = 0; i < description.port_count; ++i) {
        LoadablePort const& port = description.ports[i];
        Text const path = path_of(names, port.name);
        servers[i] = path.is_empty() ? TRY(bind_by_type(description, port, loaded))
                                     : TRY(bind_by_name(description, port, path, loaded));
    }
    return {};
}

Result<void*, LoadError> ObjectLoader::bind_by_name(Loadable const& description,
                                                    LoadablePort const& port, Text path,
                                                    Loaded& loaded) {
    if ((!names || !binding) && !far_names)
        return refuse(Code::unbound, "`{}` of {} cannot be bound: this domain has no names",
                      port.name, description.name);
    Top* const server = named(path, loaded);
    if (!server)
        return refuse(Code::unbound, "`{}` of {} cannot be bound: nothing is called {}", port.name,
                      description.name, path);
    void* const found = server->narrow(InterfaceId::of(port.type));
    if (!found)
        return refuse(Code::unbound, "`{}` of {} cannot be bound: {} is no {}", port.name,
                      description.name, path, port.type);
    return found;
}

/// What a path leads to in this domain, or else in others, held as long as the component is there;
/// null if nothing.
Top* ObjectLoader::named(Text path, Loaded& loaded) {
    if (names && binding) {
        auto const name = names->resolve(path.bytes());
        if (name.is_ok()) {
            loaded.keep(*name.value());
            return binding->bind(*name.value(), {}).value_or(nullptr);
        }
    }
    if (!far_names) return nullptr;
    auto const held = far_names->resolve(path.bytes());
    if (held.is_error()) return nullptr;
    loaded.keep(*held.value());
    return held.value();
}

/// To the first offer of the port's type, which is held as long as the component is there.
Result<void*, LoadError> ObjectLoader::bind_by_type(Loadable const& description,
                                                    LoadablePort const& port, Loaded& loaded) {
    InterfaceId const type = InterfaceId::of(port.type);
    Top* const server = offered(type, loaded);
    void* const found = server ? server->narrow(type) : nullptr;
    if (found || port.is_optional) return found;
    return refuse(Code::unbound, "`{}` of {} cannot be bound: nobody offers a {}", port.name,
                  description.name, port.type);
}

/// What is offered of a type in this domain, or else in others; null if nothing.
Top* ObjectLoader::offered(InterfaceId type, Loaded& loaded) {
    auto const offer = trader->next(type.value, {}, 0);
    if (offer.is_ok() && offer.value()) {
        loaded.keep(*offer.value());
        return offer.value()->target().value_or(nullptr);
    }
    u64 const number = far_offers ? far_offers->find(type.value, {}, 0).value_or(0) : 0;
    if (number == 0) return nullptr;
    auto const held = far_offers->target(type.value, number);
    if (held.is_error()) return nullptr;
    loaded.keep(*held.value());
    return held.value();
}

/// Has each segment be executed or read only as its file states, and what was relocated be read.
Result<void, LoadError> ObjectLoader::protect(ObjectImage const& object, Loaded const& loaded) {
    ElfImage const& elf = object.elf();
    auto const seal = [&](vaddr place, u64 bytes, bool is_executable) -> Result<void, LoadError> {
        u64 const pages = divide_up<u64>(bytes, page_size);
        if (pages == 0 || loaded.region().seal(place / page_size, pages, is_executable).is_ok())
            return {};
        return refuse(Code::exhausted, "its memory cannot be made {}",
                      Text(is_executable ? "executable" : "read-only"));
    };
    for (u32 i = 0; i < elf.segment_count(); ++i) {
        ElfImage::Segment const segment = elf.segment(i);
        if (segment.is_writable) continue;
        TRY(seal(segment.address, segment.memory_bytes, segment.is_executable));
    }
    ElfImage::Range const settled = object.settled();
    return seal(settled.address, settled.bytes, false);
}

LoadError ObjectLoader::fault(ObjectFault const& fault) {
    static constexpr Code codes[] = {Code::malformed, Code::foreign, Code::undefined};
    Code const code = codes[static_cast<u32>(fault.reason)];
    if (Text(fault.symbol).is_empty()) return refuse(code, "{}", fault.what);
    return refuse(code, "{}: {}", fault.what, fault.symbol);
}

} // namespace flat::service
