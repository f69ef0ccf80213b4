// SPDX-License-Identifier: BSD-2-Clause
// An interface whose only class lies elsewhere.
#pragma once

class Instrument {
public:
    virtual ~Instrument() = default;
    virtual int read() const = 0;
};

Instrument* make_instrument();
