// SPDX-License-Identifier: BSD-2-Clause
// Says at which address a link is, and waits for the end if it is to.
#include <demo/frames/link_greeter.hpp>

#include <core/say.hpp>

namespace flat::demo::frames {

void LinkGreeter::run() {
    say(*log, "{x} answers", link->address());
    if (ending) ending->await();
}

} // namespace flat::demo::frames
