// SPDX-License-Identifier: BSD-2-Clause
// A console and the end of a domain, by what it can do without any binding.
#include <domains/last_resort.hpp>

#include <core/text.hpp>
#include <domain/last_resort.hpp>

namespace flat::domains {

void LastResort::write(Span<u8 const> bytes) {
    Text const text = Text::from_bytes(bytes);
    domain::emergency_write({text.data(), text.size()});
}

void LastResort::power_off(u32 status) {
    domain::end(status);
}

void LastResort::reset() {
    domain::end(0);
}

} // namespace flat::domains
