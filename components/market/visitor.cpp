// SPDX-License-Identifier: BSD-2-Clause
// Watches a market in every way and says what came of it: the same wherever the market is.
#include <market/visitor.hpp>

#include <core/panic.hpp>

namespace flat::market {

namespace {

constexpr u32 last_offer = 100;
constexpr u32 announcements = 20;
constexpr u32 often = 500;

u32 code(Result<u64, MarketError> const& outcome) {
    return outcome.is_error() ? static_cast<u32>(outcome.error().code) + 1 : 0;
}

} // namespace

template<class... Arguments>
void Visitor::say(CheckedFormat<TypeIdentity<Arguments>...> text, Arguments const&... arguments) {
    TextBuffer<120> line;
    format(line, text, arguments...);
    log->write(log::Log::Level::info, line.text().bytes());
}

void Visitor::run() {
    lend();
    watch();
    get_back();
    hear();
    come_and_go();
    take_all_places();
}

Result<Market::Offer, MarketError> Visitor::Offers::offer(u32 number) {
    if (number > last_offer) return MarketError{MarketError::Code::refused};
    return Market::Offer{base_ + number, number + 1};
}

void Visitor::lend() {
    say("ten offers are {}", market->sum(cheap_, 10).value());
    say("too many are error {}", code(market->sum(cheap_, last_offer + 2)));
    say("the better one costs {}, one alone {}", market->best(dear_, &cheap_).value().price,
        market->best(dear_, nullptr).value().price);
}

void Visitor::watch() {
    Market::Watch& place = *market->watch(watcher_.held()).value();
    Market::Watch& another = *market->watch(other_.held()).value();
    u32 const heard = market->quote(41).value();
    market->quote(42).value();
    say("{} watchers hear of {} and {}", heard, watcher_.price(), other_.price());
    place.remark(Text("first").bytes()).value();
    say("remarks of {} bytes at place {}", place.remark(Text(" come").bytes()).value(),
        another.place().value());
    place.release();
    say("{} is left, with {} holders and {}", market->watchers().value(), watcher_.holders(),
        other_.holders());
    another.release();
}

/// What the market gives back is the watcher itself.
void Visitor::get_back() {
    Market::Watch& place = *market->watch(watcher_.held()).value();
    Market::Watcher* const same = market->take_out(place.place().value()).value();
    say("the watcher comes back: {}", same == &watcher_ ? "yes" : "no");
    say("it finds {}, and there is no other: {}", same->look(dear_).value(),
        market->take_out(0).value() ? "no" : "yes");
    same->release();
    place.release();
    say("then it has {} holders", watcher_.holders());
}

/// Whatever waits comes after what does not.
void Visitor::hear() {
    Market::Watch& place = *market->watch(watcher_.held()).value();
    for (u32 i = 1; i <= announcements; ++i)
        market->announce(i, Text("bargain").first(i % 8).bytes());
    market->tell(other_.held(), announcements);
    u32 const heard = market->quote(1).value();
    say("{} prices were told in order, by {} bytes, and {} watchers hear what comes then",
        watcher_.told_in_order(), watcher_.told_bytes(), heard);
    place.release();
    say("the one told alone has {} holders and {} bytes", other_.holders(), other_.told_bytes());
}

void Visitor::come_and_go() {
    u64 heard = 0;
    for (u32 i = 0; i < often; ++i) {
        Market::Watch& place = *market->watch(watcher_.held()).value();
        heard += market->quote(i).value();
        place.release();
    }
    say("{} times a place was taken and left, {} holders", heard, watcher_.holders());
}

void Visitor::take_all_places() {
    Market::Watch* places[Market::name_max * 4];
    u32 taken = 0;
    for (Market::Watch*& each : places) {
        auto const place = market->watch(watcher_.held());
        if (place.is_error()) break;
        each = place.value();
        ++taken;
    }
    say("{} places were taken, by one watcher with {} holders", taken, watcher_.holders());
    for (u32 i = 0; i < taken; ++i)
        places[i]->release();
    say("then it has {} holders", watcher_.holders());
}

} // namespace flat::market
