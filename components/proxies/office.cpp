// SPDX-License-Identifier: BSD-2-Clause
// Exports a sum by name, posts the name to others, and keeps the sum.
#include <proxies/office.hpp>

#include <core/panic.hpp>

namespace flat::proxies {

using core::NamingError;

void Office::run() {
    refuses("tally:flat.demo.Stage@1", NamingError::Code::wrong_type);
    refuses("a/b:flat.demo.Tally@1", NamingError::Code::invalid);
    if (tally_.holders() != 0) panic("what was refused is held");
    auto const name = names->export_(tally_.held(), Text("tally:flat.demo.Tally@1").bytes());
    if (name.is_error()) panic("no name: {}", static_cast<u32>(name.error().code));
    tally_.name(name.value());
    refuses("tally:flat.demo.Tally@1", NamingError::Code::taken);
    u8 form[400];
    auto const size = names->serialize(Text("services/tally").bytes(), form);
    if (size.is_error()) panic("no form: {}", static_cast<u32>(size.error().code));
    if (mail->note(Span<u8 const>(form).first(size.value())).is_error()) panic("no mail");
}

void Office::refuses(Text hint, NamingError::Code code) {
    auto const name = names->export_(tally_.held(), hint.bytes());
    if (name.is_ok()) panic("{} was taken", hint);
    if (name.error().code != code)
        panic("{} is refused by {}", hint, static_cast<u32>(name.error().code));
}

} // namespace flat::proxies
