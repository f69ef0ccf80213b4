// SPDX-License-Identifier: BSD-2-Clause
// Puts component objects into its own domain while that runs, and takes them out again.
#pragma once

#include <core/format.hpp>
#include <service/loaded.hpp>
#include <service/object_image.hpp>
#include <service/object_loader.flat.hpp>

namespace flat::service {

/// Loads into memory that is taken for each object: code that nobody writes, data that nobody
/// executes. Why an object is refused, the log tells with names; the error has the kind of reason.
/// An object is the domain's own code from then on, so whoever may load controls all of it.
class ObjectLoader : public ObjectLoaderComponent, NonCopyable {
public:
    using ObjectLoaderComponent::ObjectLoaderComponent;

    Result<LoadedComponent*, LoadError> load(Span<u8 const> file, Span<u8 const> names) override;

    /// Ends a component that nobody holds, and gives back all that it had.
    void unload(Loaded& loaded);

private:
    using Code = LoadError::Code;

    Result<Loaded*, LoadError> make_room(u64 bytes);
    memory::CodeRegion* take(u64 bytes);
    Result<void, LoadError> fill(Loaded& loaded, ObjectImage& object, Text names);
    Result<Loadable const*, LoadError> settle(ObjectImage& image, Loaded& loaded);
    Result<void, LoadError> compare(Loadable const& description);
    Result<void, LoadError> compare(Loadable const& description, InterfaceShape const& theirs);
    Result<void, LoadError> bind_all(Loadable const& description, Text names, Loaded& loaded,
                                     void** servers);
    Result<void*, LoadError> bind_by_name(Loadable const& description, LoadablePort const& port,
                                          Text path, Loaded& loaded);
    Top* named(Text path, Loaded& loaded);
    Result<void*, LoadError> bind_by_type(Loadable const& description, LoadablePort const& port,
                                          Loaded& loaded);
    Top* offered(InterfaceId type, Loaded& loaded);
    Result<void, LoadError> protect(ObjectImage const& object, Loaded const& loaded);
    LoadError fault(ObjectFault const& fault);

    /// Logs the error and returns it.
    template<class... Arguments>
    LoadError refuse(Code code, CheckedFormat<TypeIdentity<Arguments>...> reason,
                     Arguments const&... arguments) {
        TextBuffer<240> line;
        line.put("not loaded: ");
        format(line, reason, arguments...);
        if (log) log->write(log::Log::Level::warning, line.text().bytes());
        return LoadError{code};
    }
};

} // namespace flat::service
