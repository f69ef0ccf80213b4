// SPDX-License-Identifier: BSD-2-Clause
#include <platform/real_time_clock.hpp>

#include <gtest/gtest.h>

#include <chrono>

using namespace flat;

namespace {

class SomeClock final : public platform::RealTimeClock {
public:
    using RealTimeClock::RealTimeClock;
};

i64 host_ns() {
    auto const since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(since_1970).count();
}

} // namespace

TEST(PlatformRealTimeClock, is_the_hosts) {
    SomeClock clock{{}, {}};
    i64 const before = host_ns();
    i64 const now = clock.now_ns();
    EXPECT_LE(before, now);
    EXPECT_LE(now, host_ns());
}
