// SPDX-License-Identifier: BSD-2-Clause
// Offers of interfaces, found by type and properties.
#include <service/local_trader.hpp>

namespace flat::service {

Result<Offer*, TradeError> LocalTrader::export_(Top& target, u64 type, Span<u8 const> properties) {
    return add(target, type, properties, nullptr);
}

Result<Offer*, TradeError> LocalTrader::give(core::AbstractResource& target, u64 type,
                                             Span<u8 const> properties) {
    auto const made = add(target, type, properties, &target);
    if (made.is_error()) target.release();
    return made;
}

Result<Offer*, TradeError> LocalTrader::add(Top& target, u64 type, Span<u8 const> properties,
                                            core::AbstractResource* given) {
    Text const text = Text::from_bytes(properties);
    TRY(parse_properties(text));
    bool const has_type = type == Top::interface_id.value || target.narrow(InterfaceId{type});
    if (!has_type) return TradeError{TradeError::Code::wrong_type};
    return TRY(store_.add(target, type, text, given));
}

Result<Offer*, TradeError> LocalTrader::next(u64 type, Span<u8 const> constraint, u64 after) {
    Clauses const wanted = TRY(parse_constraint(Text::from_bytes(constraint)));
    // Each offer is compared without the lock: while it is held it does not change.
    while (TradedOffer* const offer = store_.next(type, after)) {
        if (offer->meets(wanted)) return offer;
        after = offer->number();
        offer->release();
    }
    return nullptr;
}

} // namespace flat::service
