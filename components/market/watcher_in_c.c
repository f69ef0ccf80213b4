// SPDX-License-Identifier: BSD-2-Clause
// Lends and gives itself to a market, in C: its ports are the objects.
#include <market/watcher_in_c.flat.h>

#include <string.h>

static void say(flat_market_WatcherInC* self, char const* text) {
    flat_const_bytes const bytes = {(flat_u8 const*)text, strlen(text)};
    flat_market_WatcherInC_log_write(self, flat_log_Log_Level_info, bytes);
}

void flat_market_WatcherInC_start(flat_market_WatcherInC* self) {
    self->state.price = 0;
}

void flat_market_WatcherInC_entry_run(flat_market_WatcherInC* self) {
    struct watched* const watched = &self->state;
    flat_market_Market_Source* const source = flat_market_WatcherInC_offers(self);
    flat_u64 sum = 0;
    if (!flat_market_WatcherInC_market_sum(self, source, 10, &sum) && sum == 330)
        say(self, "ten offers from C are 330");
    flat_market_Market_Watch* place = NULL;
    ++watched->holders;
    flat_market_Market_Watcher* const watcher = flat_market_WatcherInC_watcher(self);
    if (flat_market_WatcherInC_market_watch(self, watcher, &place)) return;
    flat_const_bytes const none = {NULL, 0};
    for (flat_u64 price = 1; price <= 5; ++price)
        flat_market_WatcherInC_market_announce(self, price, none);
    flat_u32 heard = 0;
    if (flat_market_WatcherInC_market_quote(self, 42, &heard)) return;
    if (heard == 1 && watched->told == 5 && watched->price == 42)
        say(self, "told five prices, and then 42");
    flat_core_AbstractResource_release(
        flat_market_Market_Watch_as_flat_core_AbstractResource(place));
    if (watched->holders == 0) say(self, "the market has let go of it");
}

flat_market_MarketError flat_market_WatcherInC_offers_offer(flat_market_WatcherInC* self,
                                                            flat_u32 number,
                                                            flat_market_Market_Offer* result) {
    (void)self;
    result->price = number;
    result->pieces = number + 1;
    return flat_market_MarketError_Ok;
}

flat_market_MarketError flat_market_WatcherInC_watcher_changed(flat_market_WatcherInC* self,
                                                               flat_u64 price, flat_u32* result) {
    self->state.price = price;
    *result = ++self->state.changes;
    return flat_market_MarketError_Ok;
}

void flat_market_WatcherInC_watcher_told(flat_market_WatcherInC* self, flat_u64 price,
                                         flat_const_bytes text) {
    (void)text;
    self->state.told += price == self->state.told + 1;
}

flat_market_MarketError flat_market_WatcherInC_watcher_name(flat_market_WatcherInC* self,
                                                            flat_bytes text, flat_u32* result) {
    (void)self;
    if (text.size != 0) text.data[0] = 'C';
    *result = 1;
    return flat_market_MarketError_Ok;
}

flat_market_MarketError flat_market_WatcherInC_watcher_look(flat_market_WatcherInC* self,
                                                            flat_market_Market_Source* source,
                                                            flat_u64* result) {
    (void)self;
    flat_market_Market_Offer offer;
    flat_market_MarketError const error = flat_market_Market_Source_offer(source, 7, &offer);
    if (!error) *result = offer.price * offer.pieces;
    return error;
}

void flat_market_WatcherInC_watcher_release(flat_market_WatcherInC* self) {
    --self->state.holders;
}
