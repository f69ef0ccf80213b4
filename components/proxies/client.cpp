// SPDX-License-Identifier: BSD-2-Clause
// Binds to what a name designates that has come by mail, and calls it.
#include <proxies/client.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/bank/account.hpp>

namespace flat::proxies {

using core::AbstractResource;
using core::NamingError;
using demo::Tally;

void Client::run() {
    u64 const number = round->pass(0);
    u8 room[64];
    auto size = mail->read(static_cast<u32>(number), 0, room);
    while (size.is_error()) // its sender has the name already, and is about to post it
        size = mail->read(static_cast<u32>(number), 0, room);
    Span<u8> const form = Span<u8>(room).first(size.value());
    auto const bound = names->bind(form);
    if (bound.is_error()) panic("the name of the mail is unknown");
    AbstractResource& held = *bound.value();
    Tally& tally = narrowed(held);
    u64 const sum = call_twice(held);
    u32 const refused = count_refused(form);
    u64 const from_kernel = knows_stages ? call_kernel() : 0;
    hide(tally);
    held.release();
    if (names->bind(form).is_ok()) panic("a name binds that was taken away");
    if (number != 0) return;
    say(*log, "by a name of {} bytes: {}", form.size(), sum);
    say(*log, "others that are refused: {}", refused);
    if (knows_stages) say(*log, "by the name of an object of the kernel: {}", from_kernel);
}

/// As what it was exported, and as nothing else, whether or not this domain knows that.
Tally& Client::narrowed(AbstractResource& held) {
    auto* const tally = narrow_to<Tally>(held);
    if (!tally) panic("no tally");
    if (narrow_to<bank::Account>(held)) panic("a tally is no account");
    if (narrow_to<demo::Stage>(held)) panic("a tally is no stage");
    if (narrow_to<demo::Ledger>(held)) panic("a ledger is not listed");
    if (narrow_to<AbstractResource>(*tally) == nullptr) panic("a tally is a resource");
    return *tally;
}

/// Through two names of the same object, of which one is released.
u64 Client::call_twice(AbstractResource& held) {
    auto const other = names->resolve(Text("services/tally").bytes());
    if (other.is_error()) panic("no path");
    Tally& first = narrowed(held);
    Tally& second = narrowed(*other.value());
    u64 const before = first.add(0).value_or(0);
    if (second.add(5).value_or(0) != before + 5) panic("another tally");
    second.release();
    u64 const sum = first.add(7).value_or(0);
    if (sum != before + 12) panic("a tally of {}", sum);
    return sum;
}

/// How many of the forms are refused that differ in one bit.
u32 Client::count_refused(Span<u8> form) {
    u32 refused = 0;
    for (u8& byte : form)
        for (u32 bit = 0; bit < 8; ++bit) {
            u8 const mask = static_cast<u8>(1 << bit);
            byte ^= mask;
            refused += names->bind(form).is_error();
            byte ^= mask;
        }
    return refused;
}

u64 Client::call_kernel() {
    auto const found = names->resolve(Text("sum").bytes());
    if (found.is_error()) panic("no object of the kernel");
    auto* const stage = narrow_to<demo::Stage>(*found.value());
    if (!stage) panic("a stage is no stage");
    u64 const result = stage->pass(20);
    found.value()->release();
    return result;
}

/// Who has found it can call it all the same.
void Client::hide(Tally& tally) {
    if (tally.hide().is_error()) panic("a tally cannot be hidden");
    auto const gone = names->resolve(Text("services/tally").bytes());
    if (gone.is_ok() || gone.error().code != NamingError::Code::unknown) panic("it is not hidden");
    if (tally.add(1).is_error()) panic("a tally that is hidden is gone");
}

} // namespace flat::proxies
