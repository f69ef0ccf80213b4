// SPDX-License-Identifier: BSD-2-Clause
// Makes and removes names, contexts and offers while others do the same.
#include <demo/names/naming_thread.hpp>

#include <core/format.hpp>
#include <flat/core/name.hpp>
#include <flat/service/offer.hpp>

namespace flat::demo::names {

void NamingThread::run() {
    for (u32 i = 0; i < world_.rounds; ++i)
        failures_ += !name_once() + !trade_once();
}

/// A context of its own in the root that all share, with a name that is resolved from there.
bool NamingThread::name_once() {
    TextBuffer<16> context_text, path;
    format(context_text, "thread{}", world_.number);
    format(path, "{}/stage", context_text.text());
    auto const context = world_.graph.create(context_text.text().bytes());
    if (context.is_error()) return false;
    auto const name = context.value()->export_(world_.target, Text("stage").bytes());
    auto const found = world_.graph.resolve(path.text().bytes());
    context.value()->release();
    if (name.is_ok()) name.value()->release();
    if (found.is_ok()) found.value()->release();
    return name.is_ok() && found.is_ok() && name.value() == found.value();
}

/// An offer whose properties nobody else states.
bool NamingThread::trade_once() {
    TextBuffer<16> properties;
    format(properties, "thread={}", world_.number);
    u64 const type = Stage::interface_id.value;
    auto const offer = world_.trader.export_(world_.target, type, properties.text().bytes());
    if (offer.is_error()) return false;
    auto const found = world_.trader.next(type, properties.text().bytes(), 0);
    bool const is_found = found.is_ok() && found.value() == offer.value();
    if (found.is_ok() && found.value()) found.value()->release();
    offer.value()->withdraw();
    bool const is_alone = offer.value()->holders() == 1;
    offer.value()->release();
    return is_found && is_alone;
}

} // namespace flat::demo::names
