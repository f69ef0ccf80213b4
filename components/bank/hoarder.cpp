// SPDX-License-Identifier: BSD-2-Clause
// Opens accounts until the bank has none left.
#include <bank/hoarder.hpp>

#include <flat/bank/account.hpp>

namespace flat::bank {

void Hoarder::run() {
    while (bank->open().is_ok()) {
    }
}

} // namespace flat::bank
