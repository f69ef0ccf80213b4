// SPDX-License-Identifier: BSD-2-Clause
// Compiled into kernels without a C library, emits nothing: our stand-ins for the compilers'
// headers do what the language expects of them.
#include <compare>
#include <initializer_list>

namespace {

struct Version {
    int major;
    int minor;

    constexpr auto operator<=>(Version const&) const = default;
};
static_assert(Version{1, 2} < Version{1, 3});
static_assert(Version{2, 0} >= Version{1, 9});
static_assert(Version{1, 2} == Version{1, 2});

constexpr int sum(std::initializer_list<int> numbers) {
    int all = 0;
    for (int const each : numbers)
        all += each;
    return all;
}
static_assert(sum({1, 2, 3}) == 6);
static_assert(sum({}) == 0);

} // namespace
