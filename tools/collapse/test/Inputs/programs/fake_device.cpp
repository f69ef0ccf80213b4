// SPDX-License-Identifier: BSD-2-Clause
// An implementation for a test, beside the real one.
#include "device.hpp"

namespace {
class Fake : public Device {
public:
    int put(char) override { return 10; }
};
} // namespace

int test() {
    Fake fake;
    Devices devices;
    devices.first = &fake;
    return devices.first->put_twice('z');
}

#ifdef SHARED
int use_last() { return last->put('x'); }
#endif
#ifdef CHANGED
int added_later() { return test(); }
#endif
