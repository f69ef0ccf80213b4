// SPDX-License-Identifier: BSD-2-Clause
// Types that hold a base somewhere inside, compared at run time.
// RUN: %refused --class File %s
#include <cstdio>
#include <typeinfo>
#include <vector>

struct Reader {
    virtual int read() const { return 1; }
    int reads = 0;
};

struct Writer {
    virtual int write() { return 2; }
    int writes = 0;
};

struct File : Reader, Writer {
    int read() const noexcept override { return 3; }
    int write() override { return 4; }
};

template<class Kind>
auto make() {
    return [] {};
}

int main() {
    File file;
    Reader* reader = &file;
    // CHECK-DAG: error[C0302]{{.*}}`Reader **`
    bool const pointers = typeid(Reader**) == typeid(Writer**);
    // CHECK-DAG: error[C0302]{{.*}}`std::vector<Reader *>`
    bool const vectors = typeid(std::vector<Reader*>) == typeid(std::vector<Writer*>);
    // CHECK-DAG: types_at_run_time.cpp:[[#@LINE+1]]:
    bool const closures = typeid(make<Reader*>()) == typeid(make<Writer*>());
    try {
        // CHECK-DAG: error[C0303]{{.*}}`Reader **` is thrown
        throw &reader;
        // CHECK-DAG: error[C0303]{{.*}}are caught as `Writer **`
    } catch (Writer**) {
        std::printf("writer\n");
    } catch (...) {
        std::printf("other\n");
    }
    std::printf("%d %d %d %d\n", reader->read(), pointers, vectors, closures);
}
