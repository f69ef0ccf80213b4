// SPDX-License-Identifier: BSD-2-Clause
// A console and the end of a domain, by what it can do without any binding.
#pragma once

#include <domains/last_resort.flat.hpp>

namespace flat::domains {

/// For domains that nothing else gives them to: each message is a call of the kernel, and what they
/// end is themselves. Restarting is ending as well.
class LastResort : public LastResortComponent {
public:
    using LastResortComponent::LastResortComponent;

    void write(Span<u8 const> bytes) override;
    void power_off(u32 status) override;
    void reset() override;
};

} // namespace flat::domains
