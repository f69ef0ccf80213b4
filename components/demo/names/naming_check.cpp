// SPDX-License-Identifier: BSD-2-Clause
// Exports, resolves, binds and trades, and has threads do so at once.
#include <demo/names/naming_check.hpp>

#include <core/say.hpp>
#include <demo/start.hpp>
#include <domain/page.hpp>
#include <flat/binding/slot.hpp>
#include <flat/core/name.hpp>
#include <flat/service/offer.hpp>

namespace flat::demo::names {

using core::BindingError;
using core::NamingError;

namespace {

constexpr u64 stage_type = Stage::interface_id.value;

/// What allocators of objects may keep of the memory that they got for the first of a size: one
/// slab for names, one for contexts, one for offers, one for threads, and stacks.
constexpr u64 slabs_bytes = domain::page_size * 8 * 4;

template<class T>
bool is_error(Result<T, NamingError> const& outcome, NamingError::Code code) {
    return outcome.is_error() && outcome.error().code == code;
}

} // namespace

void NamingCheck::run() {
    check_paths();
    check_serialized_names();
    check_removal();
    check_trade();
    check_binding();
    check_threads();
}

void NamingCheck::check_paths() {
    core::NamingGraph& stages = *graph->create(Text("stages").bytes()).value();
    core::NamingGraph& fast = *stages.create(Text("fast").bytes()).value();
    fast.export_(*second, Text("second:flat.demo.Stage@1").bytes()).value()->release();
    stages.export_(*first, Text("first:flat.demo.Stage@1").bytes()).value()->release();
    core::Name& name = *graph->resolve(Text("stages/fast/second").bytes()).value();
    auto const target = binding->bind(name, {});
    say_whether(narrow_to<Stage>(*target.value()) == &*second, "a path leads to what was exported");
    auto const no_context = graph->resolve(Text("stages/first/second").bytes());
    say_whether(is_error(no_context, NamingError::Code::wrong_type),
                "a path does not lead through what is no context");
    auto const other = stages.export_(*first, Text("log:flat.log.Log@1").bytes());
    say_whether(is_error(other, NamingError::Code::wrong_type),
                "nothing is exported as what it is not");
    name.release();
}

void NamingCheck::check_serialized_names() {
    core::Name& name = *graph->resolve(Text("stages/fast/second").bytes()).value();
    u8 form[64];
    u32 const size = name.to_byte(form);
    auto const back = graph->byte_to_name(Span<u8 const>(form).first(size));
    say_whether(back.is_ok() && back.value() == &name, "a serialized name leads back to itself");
    auto const part = graph->byte_to_name(Span<u8 const>(form).first(size - 1));
    say_whether(is_error(part, NamingError::Code::invalid), "a part of it leads nowhere");
    form[1] ^= 1; // of the type
    auto const other = graph->byte_to_name(Span<u8 const>(form).first(size));
    say_whether(is_error(other, NamingError::Code::wrong_type), "nor does one of another type");
    back.value()->release();
    name.release();
}

void NamingCheck::check_removal() {
    core::Name& name = *graph->export_(*first, Text("old").bytes()).value();
    bool const is_removed = graph->remove(Text("old").bytes()).is_ok();
    auto const found = graph->resolve(Text("old").bytes());
    auto const bound = binding->bind(name, {});
    bool const is_gone = is_error(found, NamingError::Code::unknown) && bound.is_error();
    say_whether(is_removed && is_gone, "a removed name is found and bound no more");
    name.release();
}

void NamingCheck::check_trade() {
    auto const offered = [&](Stage& target, Text properties) {
        return trader->export_(target, stage_type, properties.bytes()).value();
    };
    service::Offer& slow = *offered(*first, "kind=counter;speed=10");
    service::Offer& fast = *offered(*second, "kind=counter;speed=1000");
    Text const constraint = "kind=counter;speed>=100";
    auto const found = trader->next(stage_type, constraint.bytes(), 0);
    say_whether(found.value() == &fast, "the trader finds what is fast enough");
    fast.withdraw();
    say_whether(found.value()->target().is_error(), "a withdrawn offer has no target");
    auto const again = trader->next(stage_type, constraint.bytes(), 0);
    say_whether(again.is_ok() && !again.value(), "and is found no more");
    found.value()->release();
    fast.release();
    slow.withdraw();
    slow.release();
}

void NamingCheck::check_binding() {
    Text const client_end = "check.stage";
    core::Name& name = *graph->resolve(Text("stages/fast/second").bytes()).value();
    core::Name& other = *graph->export_(*log, Text("log:flat.log.Log@1").bytes()).value();
    (void)stage->pass(1);
    auto const refused = binding->bind(other, client_end.bytes());
    (void)stage->pass(1);
    auto const bound = binding->bind(name, client_end.bytes());
    (void)stage->pass(1);
    bool const is_refused =
        refused.is_error() && refused.error().code == BindingError::Code::wrong_type;
    say_whether(is_refused && first->pass(0) == 2, "a binding stays when the type is wrong");
    auto* const slot = bound.is_ok() ? narrow_to<binding::Slot>(*bound.value()) : nullptr;
    say_whether(slot && second->pass(0) == 1, "a dynamic binding leads to what is named");
    other.release();
    name.release();
}

void NamingCheck::check_threads() {
    NamingThread bodies[] = {
        NamingThread({*graph, *trader, *first, rounds, 0}),
        NamingThread({*graph, *trader, *first, rounds, 1}),
        NamingThread({*graph, *trader, *first, rounds, 2}),
    };
    u64 const before = frames->free_bytes();
    thread::Thread* started[] = {&start(*threads, bodies[0]), &start(*threads, bodies[1]),
                                 &start(*threads, bodies[2])};
    for (thread::Thread* const each : started) {
        each->join();
        each->release();
    }
    u32 failures = 0;
    for (NamingThread const& each : bodies)
        failures += each.failures();
    say(*log, "three threads name and trade at once: {} failures", failures);
    say_whether(frames->free_bytes() + slabs_bytes >= before, "they leave nothing behind");
}

void NamingCheck::say_whether(bool holds, Text what) {
    say(*log, "{}: {}", what, holds ? "yes" : "no");
}

} // namespace flat::demo::names
