// SPDX-License-Identifier: BSD-2-Clause
// A limit of threads, of all domains for example.
#include <thread/quota.hpp>

#include <core/assert.hpp>

namespace flat::thread {

bool Quota::take() {
    auto const used = used_.lock();
    if (*used == threads) return false;
    ++*used;
    return true;
}

void Quota::give_back() {
    auto const used = used_.lock();
    assert(*used != 0);
    --*used;
}

} // namespace flat::thread
