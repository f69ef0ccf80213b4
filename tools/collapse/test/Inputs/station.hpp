// SPDX-License-Identifier: BSD-2-Clause
// The hierarchy of `in_user_header.cpp`, with a use that is refused.
#pragma once

#include <typeinfo>

struct Place {
    virtual ~Place() = default;
    virtual int lines() const { return 1; }
};

struct Station : Place {
    int lines() const override { return 4; }
};

inline bool is_station(Place const& place) {
    return typeid(place) == typeid(Station);
}
