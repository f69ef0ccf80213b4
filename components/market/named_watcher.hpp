// SPDX-License-Identifier: BSD-2-Clause
// Hears of prices and remembers the last one.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/market/market.hpp>

namespace flat::market {

/// Its owner makes it, counts its holders by it, and may use it again when there are none.
class NamedWatcher : public Market::Watcher, NonCopyable {
public:
    explicit NamedWatcher(Text name = "one of many") : name_(name) {}

    /// The watcher with one holder more.
    NamedWatcher& held() {
        ++holders_;
        return *this;
    }
    u32 holders() const { return holders_; }
    u64 price() const { return price_; }
    /// How often a price was reported that was one more than the one before, and of what length the
    /// texts were together.
    u32 told_in_order() const { return in_order_; }
    u32 told_bytes() const { return told_bytes_; }

    Result<u32, MarketError> changed(u64 price) override;
    void told(u64 price, Span<u8 const> text) override;
    Result<u32, MarketError> name(Span<u8> text) override;
    Result<u64, MarketError> look(Market::Source& source) override;
    void release() override { --holders_; }
    void* narrow(InterfaceId id) override;

private:
    Text const name_;
    u32 holders_ = 0;
    u32 changes_ = 0;
    u64 price_ = 0;
    u64 told_ = 0;
    u32 in_order_ = 0;
    u32 told_bytes_ = 0;
};

} // namespace flat::market
