// SPDX-License-Identifier: BSD-2-Clause
// A base is an instance of a template for the class itself.
// RUN: %refused --class Point %s
template<class Derived>
// CHECK: error[C0203]: the base `Comparable` is an instance of a template
// CHECK-NEXT: --> {{.*}}curiously_recurring_base.cpp:[[#@LINE+1]]:8
struct Comparable {
    bool less(Derived const& other) const {
        return static_cast<Derived const*>(this)->key() < other.key();
    }
};

struct Point : Comparable<Point> {
    int key() const { return 3; }
};

bool use(Point const& point) {
    return point.less(point);
}
