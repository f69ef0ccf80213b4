// SPDX-License-Identifier: BSD-2-Clause
// Finds what suits among the offers of other domains, and calls it.
#include <proxies/buyer.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/demo/stage.hpp>
#include <flat/demo/tally.hpp>

namespace flat::proxies {

using core::AbstractResource;
using demo::Tally;
using service::TradeError;

void Buyer::run() {
    auto const wrong = trade->find(Tally::interface_id.value, Text("precision>=high").bytes(), 0);
    if (wrong.is_ok() || wrong.error().code != TradeError::Code::bad_operator)
        panic("a word is compared by its size");
    u64 const sum = call_tally();
    if (!knows_kernel) return say(*log, "by an offer of another domain: {}", sum);
    u64 const from_kernel = call_kernel();
    say(*log, "by an offer of another domain: {}; of the kernel: {}", sum, from_kernel);
}

/// The one that suits, which says what it is.
AbstractResource& Buyer::found(Text constraint) {
    u64 const type = Tally::interface_id.value;
    u64 const number = trade->find(type, constraint.bytes(), 0).value_or(0);
    if (number == 0) panic("nothing suits {}", constraint);
    if (trade->find(type, constraint.bytes(), number).value_or(1) != 0) panic("two offers suit");
    u8 text[127];
    auto const size = trade->properties(type, number, text);
    if (size.is_error()) panic("an offer has no properties");
    say(*log, "{} has {}", constraint, Text::from_bytes(Span<u8 const>(text).first(size.value())));
    auto const held = trade->target(type, number);
    if (held.is_error()) panic("an offer has no target");
    return *held.value();
}

u64 Buyer::call_tally() {
    AbstractResource& held = found("precision>=2");
    auto* const tally = narrow_to<Tally>(held);
    if (!tally || narrow_to<demo::Stage>(held)) panic("a tally is a tally, and no stage");
    if (tally->add(5).value_or(0) != 5) panic("a sum of nobody's");
    u64 const sum = tally->add(7).value_or(0);
    held.release();
    return sum;
}

/// The kernel's sum, of all who have called it so far.
u64 Buyer::call_kernel() {
    AbstractResource& held = found("kind=kernels");
    auto* const tally = narrow_to<Tally>(held);
    if (!tally) panic("the kernel's tally is none");
    u64 const sum = tally->add(21).value_or(0);
    held.release();
    return sum;
}

} // namespace flat::proxies
