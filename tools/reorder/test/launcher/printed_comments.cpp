// SPDX-License-Identifier: BSD-2-Clause
// Comments travel with their member over access specifiers, and stay with functions and types.
// RUN: %layout --class Task --order reversed -- g++ -c %s > %t.json
// RUN: %reorder print --plan %t.json -o %t.cpp %s
// RUN: g++ -c %t.cpp -o %t.o
// RUN: grep -v '^ *#' %t.cpp | %FileCheck --match-full-lines --strict-whitespace %s

//      CHECK:class Task { // stays with the brace
//      CHECK:public: // stays with the specifier
// CHECK-NEXT:    int id() const { return id_; } // stays with the function
//      CHECK:    void run(); // stays with it, too
//      CHECK:    int last_ = 3;
//      CHECK:    /* the point */{{.*}}
// CHECK-NEXT: point_ = {1, 2}; // here
// CHECK-NEXT:    // What others do not see: above the specifier.
// CHECK-NEXT:    // The name.
// CHECK-NEXT:    char const *name_ = ";"; ///< for people
//      CHECK: public:
// CHECK-NEXT:    // A group.
// CHECK-EMPTY:
// CHECK-NEXT:    /// The number.
// CHECK-NEXT:    int id_ = /* of */ 1;
//      CHECK: private:
// CHECK-NEXT:    // no more: stays at the end
// CHECK-NEXT:};
class Task { // stays with the brace
public: // stays with the specifier
    int id() const { return id_; } // stays with the function

    // A group.

    /// The number.
    int id_ = /* of */ 1;

    // What others do not see: above the specifier.
private:
    // The name.
    char const *name_ = ";"; ///< for people
    /* the point */ struct Point {
        int x; // across
        int y; // down
    } point_ = {1, 2}; // here
    void run();        // stays with it, too
    int last_ = 3;
    // no more: stays at the end
};

int id_of(Task const &task) { return task.id(); }
