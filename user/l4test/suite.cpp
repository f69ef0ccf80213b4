// SPDX-License-Identifier: BSD-2-Clause
// Counts what holds and what does not, and says so in the Test Anything Protocol.
#include "suite.hpp"

#include <l4/print.hpp>

namespace l4test {

void Suite::check(bool holds, char const* sentence) {
    l4::print("{} {} - {}\n", holds ? "ok" : "not ok", ++count_, sentence);
    failed_ += !holds;
}

void Suite::check_code(l4::Word code, l4::Word expected, char const* sentence) {
    check(code == expected, sentence);
    if (code != expected) l4::print("# error {} was expected, {} was returned\n", expected, code);
}

bool Suite::conclude() const {
    l4::print("1..{}\n# {} of {} hold\n", count_, count_ - failed_, count_);
    return failed_ == 0;
}

} // namespace l4test
