// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever is decoded as a value of every_type.x, it is one or none, all memory
// is given back, and a value stays what it is when it is encoded and decoded again.
#include "xdr_turn.hpp"

#include "xdr_table.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace flat::rpc;
using testing::Bytes;
using testing::Turned;

using Turn = Turned (*)(Bytes);

#define ENTRY(type, routine) &testing::turn<type, routine>,
constexpr Turn table[] = {TYPES(ENTRY)};
#undef ENTRY

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) return 0;
    Turn const turn = table[data[0] % (sizeof table / sizeof *table)];
    Turned const first = turn(Bytes(data + 1, data + size));
    if (!first.is_value) return 0;
    Turned const second = turn(first.again);
    if (first.again.size() != first.bytes || !second.is_value || second.again != first.again)
        std::abort();
    return 0;
}
