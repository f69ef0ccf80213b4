// SPDX-License-Identifier: BSD-2-Clause
// The report says what became static, what stayed dynamic and why, as text and as JSON.
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck --check-prefix=TEXT %s
// RUN: %specialize %t.spec -o %t.o --format json -- gcc -O2 -c %s > %t.json
// RUN: %python -c "import json, sys; json.load(sys.stdin)" < %t.json
// RUN: %FileCheck --check-prefix=JSON --input-file=%t.json %s
// RUN: %specialize explain %s:36 %t.spec -- gcc -O2 -c %s | %FileCheck --check-prefix=WHY %s
// RUN: %specialize explain reported.c:36 %t.spec --format json -- gcc -O2 -c %s | %FileCheck \
// RUN:     --check-prefix=WHY-JSON %s
// RUN: %specialize view %t.spec -- gcc -O2 -c %s | %FileCheck --check-prefix=VIEW %s
// RUN: %specialize view %t.spec --html %t.html -- gcc -O2 -c %s
// RUN: %FileCheck --check-prefix=HTML --input-file=%t.html %s
// RUN: %specialize check %t.spec --format json -- gcc -O2 -c %s | %FileCheck \
// RUN:     --check-prefix=CHECKED %s
// TEXT: scale_by_2: scale of {{.*}}reported.c:35, in
// TEXT: version 0: twist = 0
// TEXT: tested {{.*}}`factor = 2` ({{.*}}.spec:2)
// TEXT: dynamic {{.*}}reported.c:
// TEXT: version 1: twist = 1
// JSON: "entry": "scale"
// JSON: "version": "scale_by_2"
// JSON: "twist = 0"
// WHY: reported.c:36 in version 0 of scale_by_2
// WHY: reported.c:36, scale:
// WHY-JSON: "why": [
// VIEW: G     2  static factor = 2;
// VIEW: 36      if (twist) value = -value;
// HTML: <span class="{{[SDB]}}"{{.*}}if (twist) value = -value;
// CHECKED: []
// SPEC: entry scale(int value, int factor, int twist) as scale_by_2;
// SPEC: static factor = 2;
// SPEC: expect twist in {0, 1};

int scale(int value, int factor, int twist) {
    if (twist) value = -value;
    return value * factor;
}
