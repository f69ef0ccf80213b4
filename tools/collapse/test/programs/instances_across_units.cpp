// SPDX-License-Identifier: BSD-2-Clause
// Instances in different units that the linker would join: by static variables, by address, and
// since one is written for a class.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/reads.json -- g++ -std=c++17 -DREADS -c %s
// RUN: %collapse scan -o %t/writes.json -- g++ -std=c++17 -c %s
// RUN: %collapse plan --class File -o %t/one.json %t/reads.json
// RUN: %not %collapse plan --class File -o %t/plan.json %t/reads.json %t/writes.json 2>&1 \
// RUN:     | %FileCheck %s
// RUN: %not ls %t/plan.json
struct Reader {
    virtual int read() const { return 1; }
};

struct Writer {
    virtual int write() { return 2; }
};

struct File : Reader, Writer {
    int read() const override { return 3; }
    int write() override { return 4; }
};

// CHECK-DAG: error[C0317]: `count<Writer> int (Writer *)` and `count<Reader> int (Reader *)`
template<class Kind>
int count(Kind*) {
    static int calls = 0;
    return ++calls;
}

// CHECK-DAG: error[C0317]: `Kept<Writer *>` and `Kept<Reader *>` will be one
template<class Kind>
struct Kept {
    static inline int number = 0;
};

// CHECK-DAG: error[C0317]: `identity<Writer> void ()` and `identity<Reader> void ()` will be one
template<class Kind>
void identity() {}

// CHECK-DAG: error[C0317]: `name<Writer> {{.*}}and `name<Reader> {{.*}}will be one
template<class Kind>
char const* name(Kind const&) {
    return "any";
}

// CHECK-NOT: plain
template<class Kind>
int plain(Kind const& object) {
    return sizeof object > 0;
}

#ifdef READS
int use(Reader* reader, void (*&id)()) {
    id = identity<Reader>;
    return count(reader) + ++Kept<Reader*>::number + name(*reader)[0] + plain(*reader);
}
#else
template<>
char const* name(Writer const&) {
    return "writer";
}

int use(Writer* writer, void (*&id)()) {
    id = identity<Writer>;
    return count(writer) + ++Kept<Writer*>::number + name(*writer)[0] + plain(*writer);
}
#endif
