// SPDX-License-Identifier: BSD-2-Clause
// What both sources include.
#pragma once

class Clock {
public:
    virtual int now() { return 1; }
};

namespace {
inline int shared(int value) {
    return value;
}
} // namespace

namespace maths {
int rounded(int value);
}
