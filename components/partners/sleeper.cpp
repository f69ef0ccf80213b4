// SPDX-License-Identifier: BSD-2-Clause
// Has its callers wait for what never comes.
#include <partners/sleeper.hpp>

#include <core/utility.hpp>

namespace flat::partners {

void Sleeper::sleep() {
    while (threads->wait(address_of(this), threads->ticket()))
        ;
}

} // namespace flat::partners
