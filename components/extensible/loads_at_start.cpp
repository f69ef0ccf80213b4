// SPDX-License-Identifier: BSD-2-Clause
// Loads a stage when it is made, for kernels whose entry does something else.
#include <extensible/loads_at_start.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <extensible/object_file.hpp>
#include <flat/service/loaded_component.hpp>
#include <flat/service/offer.hpp>

namespace flat::extensible {

using demo::Stage;

namespace {

constexpr u32 loads = 100;

} // namespace

LoadsAtStart::LoadsAtStart(Ports const& ports, Attributes const& attributes)
    : LoadsAtStartComponent(ports, attributes) {
    refuse("whose server nobody offers", module_file("scaled"), {});
    if (trader->export_(*sum, Stage::interface_id.value, {}).is_error())
        panic("the trader takes no offer");
    u64 const first = passed_by_loaded(1);
    say(*log, "extensible.Scaled in the kernel: {} and {}", first, passed_by_loaded(2));
    refuse("of 100 bytes", module_file("scaled").first(100), {});
    refuse("that names what there is not", module_file("scaled"), "next=nothing");
    passed_by_loaded(0); // allocators keep of a size what they had at most
    u64 const before = frames->free_bytes();
    for (u32 i = 0; i < loads; ++i)
        passed_by_loaded(0);
    say(*log, "loaded and unloaded {} times, {} bytes of frames left behind", loads,
        before - frames->free_bytes());
}

/// By a component that is loaded for it, and goes after it.
u64 LoadsAtStart::passed_by_loaded(u64 value) {
    auto const loaded = loader->load(module_file("scaled"), {});
    if (loaded.is_error()) panic("the stage cannot be loaded");
    service::LoadedComponent& component = *loaded.value();
    auto const bound = component.bind(Stage::interface_id.value);
    if (bound.is_error()) panic("what is loaded is no stage");
    u64 const passed = narrow_to<Stage>(*bound.value())->pass(value);
    component.release();
    component.release();
    return passed;
}

void LoadsAtStart::refuse(Text what, Span<u8 const> file, Text names) {
    bool const is_loaded = loader->load(file, names.bytes()).is_ok();
    say(*log, "a file {}: {}", what, is_loaded ? "loaded" : "refused");
}

} // namespace flat::extensible
