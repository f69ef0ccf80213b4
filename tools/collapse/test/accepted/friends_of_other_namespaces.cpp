// SPDX-License-Identifier: BSD-2-Clause
// Bases of other namespaces have friends there, which only the friend declarations declare, and
// which are named like functions of the class's namespace.
// RUN: %same_output --class app::Gauge %s
#include <cstdio>

namespace lib {
class Meter {
    friend int read(Meter const& meter);
    friend int sum(Meter const& meter, Meter const* other);
    int raw = 20;

protected:
    int offset = 1;

public:
    virtual ~Meter() = default;
    int own() const;
};

namespace inner {
class Scale {
    inline friend int factor(Scale const& scale) noexcept;
    int scale = 3;
};
inline int factor(Scale const& scale) noexcept {
    return scale.scale;
}
} // namespace inner
} // namespace lib

namespace app {
int read(int value) {
    return value;
}
struct Gauge : lib::Meter, lib::inner::Scale {
    int all() const { return read(*this) + app::read(5) + factor(*this); }
};
} // namespace app

namespace lib {
int read(Meter const& meter) {
    return meter.raw + meter.offset;
}
int sum(Meter const& meter, Meter const* other) {
    return meter.raw + other->raw;
}
int Meter::own() const {
    return read(*this);
}
} // namespace lib

int main() {
    app::Gauge gauge;
    std::printf("%d %d %d %d\n", gauge.all(), read(gauge), sum(gauge, &gauge), gauge.own());
}

// PRINTS: 29 21 40 21
