// SPDX-License-Identifier: BSD-2-Clause
// A call that the second version takes has failed the test of the first: both tests count for it.
// A version that saves nothing never pays.
// RUN: %spec_of %s %t.spec
// RUN: gcc -g -O1 %s -o %t.general
// RUN: valgrind -q --tool=callgrind --callgrind-out-file=%t.profile %t.general
// RUN: %specialize predict %t.spec --profile %t.profile --format json -- gcc -g -O1 -c %s > %t.json
// RUN: %python -c "import json, sys; one, two, none = json.load(sys.stdin); assert 0 < one['guard'] < two['guard'], (one, two); assert one['least_share'] < two['least_share'] < 1; assert one['calls_to_pay'] < two['calls_to_pay']; assert none['calls_to_pay'] is None" < %t.json
// RUN: %specialize predict %t.spec --profile %t.profile -- gcc -g -O1 -c %s | %FileCheck %s
// CHECK: scale_by: factor = 4
// CHECK: scale_by: factor = 5
// CHECK: keep_zero
// CHECK: pays off  never: the tests take no less than is saved
// SPEC: entry scale(int value, int factor, int terms) as scale_by;
// SPEC: static terms = 30;
// SPEC: expect factor in {4, 5};
// SPEC: entry keep(int *place, int value) as keep_zero;
// SPEC: static value = 0;
int (*volatile called)(int, int, int);
void (*volatile kept)(int *, int);

int calls = 100;

__attribute__((noinline)) int scale(int value, int factor, int terms) {
    int sum = 0;
    for (int i = 0; i < terms; ++i)
        if ((i * factor) % 7 == 3) sum += value;
    return sum;
}

__attribute__((noinline)) void keep(int *place, int value) {
    *place = value;
}

int main(void) {
    int sum = 0;
    called = scale;
    kept = keep;
    for (int i = 0; i < calls; ++i) kept(&sum, called(i, 4, 30));
    return sum == 0;
}
