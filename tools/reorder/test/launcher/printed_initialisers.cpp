// SPDX-License-Identifier: BSD-2-Clause
// Comments travel with what initialises a member: in constructors, and in lists.
// RUN: %layout --class Task --order reversed -- g++ -std=c++20 -c %s > %t.json
// RUN: %reorder print --plan %t.json -o %t.cpp -- g++ -std=c++20 -c %s
// RUN: g++ -std=c++20 -Wall -Wextra -Werror -c %t.cpp -o %t.o
// RUN: grep -v '^#' %t.cpp | %FileCheck --check-prefix=TASK --match-full-lines \
// RUN:     --strict-whitespace %s
// RUN: %layout --class Point --order reversed -- g++ -std=c++20 -c %s > %t.json
// RUN: %reorder print --plan %t.json -o %t.cpp -- g++ -std=c++20 -c %s
// RUN: g++ -std=c++20 -Wall -Wextra -Werror -c %t.cpp -o %t.o
// RUN: grep -v '^#' %t.cpp | %FileCheck --check-prefix=POINT --match-full-lines \
// RUN:     --strict-whitespace %s
struct Point {
    int x;
    int y;
    int z;
};

//      TASK:    Task(int id, int) // of the constructor
// TASK-NEXT:        : point_{/* the first */ 1,
// TASK-NEXT:                 2, // the second
// TASK-NEXT:                 // the third
// TASK-NEXT:                 3}, // the last
// TASK-NEXT:          // without a name
// TASK-NEXT:          name_("") /* yet */,
// TASK-NEXT:          id_(id) // the number
// TASK-NEXT:    {}
// TASK-NEXT:    explicit Task(int id) : point_{1, 2, 3}, /* none */ name_("one"), id_(id) {}

//      POINT:          point_{// the third
// POINT-NEXT:                 3, 2, // the second
// POINT-NEXT:/* the first */ 1} // the last
// POINT-NEXT:    {}
// POINT-NEXT:    explicit Task(int id) : id_(id), /* none */ name_("one"), point_{3, 2, 1} {}
//      POINT:Point const designated = {.z = 3, .y = 2, .x = 1 // across
// POINT-NEXT:};
class Task {
public:
    Task(int id, int) // of the constructor
        : id_(id),    // the number
          // without a name
          name_("") /* yet */,
          point_{/* the first */ 1,
                 2, // the second
                 // the third
                 3} // the last
    {}
    explicit Task(int id) : id_(id), /* none */ name_("one"), point_{1, 2, 3} {}
    int id() const { return id_ + point_.x + *name_; }

private:
    int id_;
    char const *name_;
    Point point_;
};

Point const designated = {.x = 1, // across
                          .y = 2,
                          .z = 3};
