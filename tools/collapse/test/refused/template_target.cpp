// SPDX-License-Identifier: BSD-2-Clause
// The class is a template: it would have to be flattened for each instance.
// RUN: %refused --class Box %s
struct Base {
    virtual ~Base() = default;
    virtual int get() const = 0;
};

// CHECK: error[C02{{[0-9]+}}]: {{.*}}`Box`{{.*}}template
// CHECK-NEXT: --> {{.*}}template_target.cpp:[[#@LINE+2]]:
template<class Value>
struct Box : Base {
    int get() const override { return value; }
    Value value = 1;
};

int use(Box<int> const& box) {
    return box.get();
}
