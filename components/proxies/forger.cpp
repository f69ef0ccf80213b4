// SPDX-License-Identifier: BSD-2-Clause
// Uses names and handles as nobody should: each way is another one.
#include <proxies/forger.hpp>

#include <core/calls/handle.hpp>
#include <core/format.hpp>
#include <core/panic.hpp>
#include <domain/system_call.hpp>

namespace flat::proxies {

namespace {

constexpr u32 thousands = 1000;
constexpr u64 first_call = 5; // of all that are not every domain's
constexpr u64 calls = 32;     // and how many are tried

} // namespace

void Forger::run() {
    u64 const number = round->pass(0);
    switch (number % ways) {
    case 0:
        return call_released();
    case 1:
        return narrow_released();
    case 2:
        return export_name();
    case 3:
        return hoard_names();
    case 4:
        return hoard_objects();
    case 5:
        return call_itself();
    case 6:
        return forge_type();
    case 7:
        return call_unlisted();
    default:
        return call_raw(number / ways);
    }
}

core::AbstractResource& Forger::found(Text path) {
    auto const result = names->resolve(path.bytes());
    if (result.is_error()) panic("no {}", path);
    return *result.value();
}

core::AbstractResource* Forger::exported(core::AbstractResource& target, Text hint) {
    return names->export_(target, hint.bytes()).value_or(nullptr);
}

void Forger::call_released() {
    auto& held = found("sum");
    auto* const stage = narrow_to<demo::Stage>(held);
    held.release();
    if (stage) (void)stage->pass(1);
    exported(tally_.held(), "taken:flat.demo.Tally@1");
}

void Forger::narrow_released() {
    auto& held = found("sum");
    held.release();
    (void)narrow_to<demo::Stage>(held);
    exported(tally_.held(), "taken:flat.demo.Tally@1");
}

/// What holds a name is no tally, and is gone when it is given away; with it goes the name.
void Forger::export_name() {
    auto* const name = exported(tally_.held(), "mine:flat.demo.Tally@1");
    if (!name || exported(*name, "taken:flat.demo.Tally@1")) panic("a name was taken for a tally");
    if (names->resolve(Text("services/mine").bytes()).is_ok()) panic("a name of nobody's is there");
}

void Forger::hoard_names() {
    u32 taken = 0;
    for (u32 i = 0; i < thousands; ++i) {
        TextBuffer<40> hint;
        format(hint, "name{}:flat.demo.Tally@1", i);
        taken += exported(tally_.held(), hint.text()) ? 1 : 0;
    }
    if (taken == 0 || taken > handles_max) panic("{} names were taken", taken);
}

void Forger::hoard_objects() {
    u32 taken = 0;
    for (u32 i = 0; i < thousands; ++i)
        taken += names->resolve(Text("sum").bytes()).is_ok() ? 1 : 0;
    if (taken == 0 || taken > handles_max) panic("{} objects were taken", taken);
}

/// Finds its own object as others do, and ends while it is called.
void Forger::call_itself() {
    exported(broken_.held(), "broken:flat.demo.Tally@1");
    auto* const itself = narrow_to<demo::Tally>(found("services/broken"));
    if (itself && itself->add(1).is_ok()) panic("what ended has answered");
    exported(tally_.held(), "taken:flat.demo.Tally@1");
}

/// Exports an object by the identity of its stub in the kernel, too. If that were its own object
/// when it is found, the kernel would give back holds that others still have.
void Forger::forge_type() {
    bool const are_there = exported(plain_, "broken:flat.core.AbstractResource@1") &&
                           exported(plain_, "mine:flat.machine.Exports.Entry");
    if (!are_there) panic("no names of a plain resource");
    for (u32 i = 0; i < 2; ++i)
        if (&found("services/mine") == &plain_) exported(tally_.held(), "taken:flat.demo.Tally@1");
}

Result<u64, demo::LedgerError> Forger::Broken::add(u64) {
    panic("in the middle of a call");
}

/// The handle of what one binding found is, after its release, that of what another one finds, of
/// which the same object is called as what only the first one lists.
void Forger::call_unlisted() {
    auto& held = found("sum");
    auto* const stage = narrow_to<demo::Stage>(held);
    held.release();
    auto const again = others->resolve(Text("sum").bytes());
    if (again.is_error() || !stage) panic("no sum");
    if (word_of(again.value()) == word_of(stage)) (void)stage->pass(1);
    exported(tally_.held(), "taken:flat.demo.Tally@1");
}

/// An object, or a forged handle, as an interface that is not listed.
void Forger::call_raw(u64 number) {
    Text const hint = "taken:flat.demo.Tally@1";
    u64 const words[] = {address_of(&tally_), handle_word(number % handles_max),
                         handle_word(~u64{0} - number)};
    u64 const word = words[number / calls % 3];
    u64 const place = address_of(hint.data());
    domain::forwarded_call(first_call + number % calls, word, 99, place, hint.size(), 0);
}

} // namespace flat::proxies
