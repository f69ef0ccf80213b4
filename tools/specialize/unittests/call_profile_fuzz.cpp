// SPDX-License-Identifier: BSD-2-Clause
// Any bytes are a profile or have a mistake that is named.
#include <specialize/report/call_profile.hpp>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    std::string mistake;
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const profile = specialize::read_call_profile(text, mistake);
    if (profile.has_value() != mistake.empty()) std::abort();
    if (profile) static_cast<void>(profile->calls_of("main"));
    return 0;
}
