// SPDX-License-Identifier: BSD-2-Clause
// Has an overload and a `using` declaration for itself.
namespace {
int pick(long) {
    return shared(1);
}
} // namespace

using maths::rounded;

int first() {
    return pick(1L) + rounded(2);
}
