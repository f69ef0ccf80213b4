// SPDX-License-Identifier: BSD-2-Clause
// Says at which address a link is, and waits for the end if it is to.
#pragma once

#include <demo/frames/link_greeter.flat.hpp>

namespace flat::demo::frames {

/// The entry where a server receives frames in interrupts, or in threads of others.
class LinkGreeter : public LinkGreeterComponent {
public:
    using LinkGreeterComponent::LinkGreeterComponent;

    void run() override;
};

} // namespace flat::demo::frames
