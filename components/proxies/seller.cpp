// SPDX-License-Identifier: BSD-2-Clause
// Offers a sum with properties, and keeps it.
#include <proxies/seller.hpp>

#include <core/panic.hpp>
#include <flat/demo/stage.hpp>

namespace flat::proxies {

using Code = service::TradeError::Code;

void Seller::run() {
    u64 const type = demo::Tally::interface_id.value;
    refuses(demo::Stage::interface_id.value, Text(properties), Code::wrong_type);
    refuses(type, "precision=high!", Code::bad_value);
    if (tally_.holders() != 0) panic("what was refused is held");
    auto const offer = trade->export_(tally_.held(), type, Text(properties).bytes());
    if (offer.is_error()) panic("no offer: {}", static_cast<u32>(offer.error().code));
}

void Seller::refuses(u64 type, Text text, Code code) {
    auto const offer = trade->export_(tally_.held(), type, text.bytes());
    if (offer.is_ok()) panic("{} was taken", text);
    if (offer.error().code != code)
        panic("{} is refused by {}", text, static_cast<u32>(offer.error().code));
}

} // namespace flat::proxies
