// SPDX-License-Identifier: BSD-2-Clause
// The view and `explain` say which lines are static only because of facts that are tested.
// RUN: %spec_of %s %t.spec
// RUN: %specialize view %t.spec -- gcc -O2 -c %s | %FileCheck --check-prefix=VIEW %s
// RUN: %specialize view %t.spec --html %t.html --format json -- gcc -O2 -c %s > %t.json
// RUN: %FileCheck --check-prefix=HTML --input-file=%t.html %s
// RUN: %python -c "import json, sys; json.load(sys.stdin)" < %t.json
// RUN: %FileCheck --check-prefix=JSON --input-file=%t.json %s
// RUN: %specialize explain %s:42 %t.spec -- gcc -O2 -c %s | %FileCheck --check-prefix=WHY %s
// RUN: %specialize explain %s:42 %t.spec --format json -- gcc -O2 -c %s | %FileCheck \
// RUN:     --check-prefix=WHY-JSON %s
// VIEW: {{^}}G     2  static h->mode = 1;
// VIEW-NEXT: {{^}}G     3  static h->left = 0;
// VIEW-NEXT: {{^}}G     4  static h->right = 0;
// VIEW-NEXT: {{^}}      5  promise flags = 3;
// VIEW: {{^}}G    40      int left = h->left;
// VIEW: {{^}}G    42      if (h->mode == 1)
// VIEW-NEXT: {{^}}D    43          n += 1;
// VIEW: {{^}}S    44      if (flags == 3)
// VIEW: {{^}}G    46      int both =
// VIEW: {{^}}B    47      out(
// HTML: title="static because of `h-&gt;mode = 1` ({{.*}}.spec:2), tested at each call">    if (h-&gt;mode == 1)
// HTML: <span class="S">    if (flags == 3)
// HTML: title="static because of facts tested at each call, no single one of them needed">    int both =
// HTML: class="B" title="is a parameter, {{.*}}; in part static because of `h-&gt;mode = 1`
// JSON: "time": "guarded"
// WHY: static because of `h->mode = 1` ({{.*}}.spec:2), tested at each call
// WHY-JSON: "facts": [
// WHY-JSON-NEXT: `h->mode = 1` ({{.*}}.spec:2)
// WHY-JSON: "guarded": true
// SPEC: entry run(struct head *h, int n, int flags) as run_special;
// SPEC: static h->mode = 1;
// SPEC: static h->left = 0;
// SPEC: static h->right = 0;
// SPEC: promise flags = 3;
struct head { int mode, left, right; };
void out(int);

int run(struct head *h, int n, int flags) {
    int left = h->left;
    int right = h->right;
    if (h->mode == 1)
        n += 1;
    if (flags == 3)
        n += 2;
    int both = left & right;
    out(n + both + h->mode);
    return n * n;
}
