// SPDX-License-Identifier: BSD-2-Clause
// A class template has many layouts.
// RUN: %layout --class Other -- g++ -c %s | sed s/Other/Pair/ > %t.json
// RUN: %refused --class Pair --plan %t.json %s
// CHECK: error[R0302]: `Pair` is a class template
template<class T>
struct Pair {
    T first, second;
};
struct Other {
    int first, second;
};

int main() {
    return Pair<int>{0, 1}.first + Other{0, 1}.first;
}
