// SPDX-License-Identifier: BSD-2-Clause
// Binds to what a name designates that has come by mail, and calls it.
#pragma once

#include <flat/demo/tally.hpp>
#include <proxies/client.flat.hpp>

namespace flat::proxies {

/// Panics where it finds what it should not, or not what it should; says in round 0 what it found.
class Client : public ClientComponent {
public:
    using ClientComponent::ClientComponent;

    void run() override;

private:
    demo::Tally& narrowed(core::AbstractResource& held);
    u64 call_twice(core::AbstractResource& held);
    u32 count_refused(Span<u8> form);
    u64 call_kernel();
    void hide(demo::Tally& tally);
};

} // namespace flat::proxies
