// SPDX-License-Identifier: BSD-2-Clause
#pragma once

class Device {
public:
    virtual int put(char each) = 0;
    int put_twice(char each) { return put(each) + put(each); }
};

struct Devices {
    Device* first = nullptr;
};

int test();

#ifdef SHARED
extern Device* last;
#endif
