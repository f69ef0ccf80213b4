// SPDX-License-Identifier: BSD-2-Clause
// A name that two classes have.
// RUN: %layout --class one::Record -- g++ -c %s | sed s/one::// > %t.json
// RUN: %refused --class Record --plan %t.json %s
// CHECK: error[R0206]: `Record` names several classes
namespace one {
struct Record {
    int a;
    char b;
};
} // namespace one
namespace two {
struct Record {
    char b;
    int a;
};
} // namespace two

int main() {
    return one::Record{0, 'b'}.a + two::Record{'b', 0}.a;
}
