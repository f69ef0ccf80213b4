// SPDX-License-Identifier: BSD-2-Clause
// Turns values of an .x file with the routines that our compiler has made of it.
//
// Reads lines: the number of a type in the table, and external data as hexadecimal digits. Answers
// each with what the value is when it is encoded again, or `refused`. `xdr_table.hpp` is made by
// the test: the header of the types, and TYPES(TYPE), which is TYPE(class, routine) for each.
#include "xdr_turn.hpp"

#include "xdr_table.hpp"

#include <cstdio>
#include <iostream>
#include <string>

using namespace flat;
using namespace flat::rpc;
using flat::rpc::testing::Bytes;
using flat::rpc::testing::Turned;

namespace {

using Turn = Turned (*)(Bytes);

#define ENTRY(type, routine) &testing::turn<type, routine>,
constexpr Turn table[] = {TYPES(ENTRY)};
#undef ENTRY

Bytes bytes_of(std::string const& digits) {
    Bytes bytes;
    for (std::size_t at = 0; at + 1 < digits.size(); at += 2)
        bytes.push_back(static_cast<u8>(std::stoi(digits.substr(at, 2), nullptr, 16)));
    return bytes;
}

} // namespace

int main() {
    std::size_t type = 0;
    std::string digits;
    while (std::cin >> type >> digits) {
        Turned const turned = table[type](bytes_of(digits.substr(1)));
        if (!turned.is_value) std::printf("refused");
        for (u8 const each : turned.again)
            std::printf("%02x", each);
        std::printf("\n");
    }
}
