// SPDX-License-Identifier: BSD-2-Clause
package flat.market;

import flat.core.AbstractResource;
import flat.lang.Buf;
import flat.lang.Held;
import flat.lang.In;
import flat.lang.Max;
import flat.lang.Nullable;
import flat.lang.OneWay;
import flat.lang.Out;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u32;
import flat.lang.u64;

/** A price that visitors watch: interfaces as arguments and results, lent and held. */
@Version(1)
public interface Market extends Top {
    /** The greatest length of a name. */
    int NAME_MAX = 32;

    /** Has a source, which is lent for that long, tell so many offers; returns their sum. */
    u64 sum(Source source, u32 offers) throws MarketError;

    /** The better of two offers of a source and perhaps of another one. */
    Offer best(Source first, @Nullable Source second) throws MarketError;

    /** Has a watcher hear of prices for as long as the caller holds what is returned. */
    Watch watch(@Held Watcher watcher) throws MarketError;

    /** Tells all watchers a price; returns how many have heard it. */
    u32 quote(u64 price) throws MarketError;

    /** Reports a price to all watchers, without waiting for that. */
    @OneWay
    void announce(u64 price, @In @Max(100) Buf text);

    /** Reports a price to one watcher, and then releases it. */
    @OneWay
    void tell(@Held Watcher watcher, u64 price);

    /** Takes the watcher out of a place; the caller holds it then. Null where there is none. */
    @Nullable
    Watcher takeOut(u32 place) throws MarketError;

    /** How many watchers there are. */
    u32 watchers() throws MarketError;

    /** What is offered. */
    record Offer(u64 price, u32 pieces) {}

    /** Whoever has offers. */
    @Version(1)
    interface Source extends Top {
        /** The offer of a number. */
        Offer offer(u32 number) throws MarketError;
    }

    /** Whoever hears of prices, until the last holder has released it. */
    @Version(1)
    interface Watcher extends AbstractResource {
        /** The price has changed; returns how often it has until now. */
        u32 changed(u64 price) throws MarketError;

        /** A price has been announced. */
        @OneWay
        void told(u64 price, @In @Max(100) Buf text);

        /** Writes the watcher's name, as much of it as fits; returns its length. */
        u32 name(@Out @Max(32) Buf text) throws MarketError;

        /** The watcher looks for offers itself. */
        u64 look(Source source) throws MarketError;
    }

    /** A watcher's place at the market. */
    @Version(1)
    interface Watch extends AbstractResource {
        /** Which place it is. */
        u32 place() throws MarketError;

        /** Writes a remark to the place and returns the length of all remarks there. */
        u32 remark(@In @Max(100) Buf text) throws MarketError;
    }
}
