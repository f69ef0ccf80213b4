// SPDX-License-Identifier: BSD-2-Clause
// Takes a component into its domain that needs what another domain offers.
#include <extensible/far_load.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <extensible/object_file.hpp>
#include <flat/demo/stage.hpp>
#include <flat/demo/tally.hpp>
#include <flat/service/loaded_component.hpp>

namespace flat::extensible {

using demo::Stage;

void FarLoad::run() {
    wait_for_offer();
    for (u32 i = 0; i < loads; ++i)
        load_once(u64{12} * i);
    say(*log, "loaded {} times with the offer of another domain, whose sum is {}", loads,
        u64{12} * loads);
}

/// The other domain makes its offer at its start, which nothing but time is needed for.
void FarLoad::wait_for_offer() {
    while (trade->find(demo::Tally::interface_id.value, {}, 0).value_or(0) == 0) {
    }
}

void FarLoad::load_once(u64 sum) {
    auto const loaded = loader->load(module_file("adding"), {});
    if (loaded.is_error()) panic("it is not loaded: {}", u32(loaded.error().code));
    auto const bound = loaded.value()->bind(Stage::interface_id.value);
    auto* const stage = bound.is_ok() ? narrow_to<Stage>(*bound.value()) : nullptr;
    if (!stage) panic("what is loaded is no stage");
    if (stage->pass(5) != sum + 5 || stage->pass(7) != sum + 12) panic("another sum");
    loaded.value()->release();
    loaded.value()->release(); // `bind` holds it, too
}

} // namespace flat::extensible
