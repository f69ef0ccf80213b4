// SPDX-License-Identifier: BSD-2-Clause
// Members of a class are captured, private and inherited ones too, in the words of C++, while four
// threads call at once; the version is right in all of them.
// RUN: %spec_of %s %t.spec
// RUN: %specialize capture %t.spec -o %t.recording.o -- g++ -std=c++20 -O2 -c %s
// RUN: g++ %t.recording.o -pthread -o %t.recording
// RUN: env FLATLAND_CAPTURE=%t.capture %t.recording | %FileCheck --check-prefix=PRINTS %s
// RUN: %specialize fill %t.spec --from %t.capture -o %t.filled -- g++ -std=c++20 -O2 -c %s
// RUN: %FileCheck --match-full-lines --check-prefix=FILLED --input-file=%t.filled %s
// RUN: %specialize %t.filled --replace -o %t.o -- g++ -std=c++20 -O2 -c %s | %FileCheck --check-prefix=REPORT %s
// RUN: g++ %t.o -pthread -o %t.special
// RUN: %t.special | %FileCheck --check-prefix=PRINTS %s
// SPEC: entry net::Stream::send(int const *data, int size) as quick_send;
// SPEC: static *this;
// SPEC: static size;
// FILLED: entry net::Stream::send(int const *data, int size) as quick_send;
// FILLED-NEXT: // static *this:
// FILLED-NEXT: static this->inner = 9;  // the same at 20000 calls
// FILLED-NEXT: static this->mode_ = net::Mode::safe;  // the same at 20000 calls
// FILLED-NEXT: static this->open_ = true;  // the same at 20000 calls
// FILLED-NEXT: static this->target_ = &net::hidden;  // the same at 20000 calls
// FILLED-NEXT: static this->change_ = &net::twice;  // the same at 20000 calls
// FILLED-NEXT: static this->hiding_ = 2;  // the same at 20000 calls
// FILLED-NEXT: static this->unnamed_ = (net::Mode)(7);  // the same at 20000 calls
// FILLED-NEXT: // static this->self_: 4 values at 20000 calls, not static
// FILLED-NEXT: static this->constant_ = &net::Stream::limits[1].most;  // the same at 20000 calls
// FILLED-NEXT: static this->any_ = &net::Stream::limits;  // the same at 20000 calls
// FILLED-NEXT: static this->bits_ = 17;  // the same at 20000 calls
// FILLED-NEXT: static this->signed_bits_ = -3;  // the same at 20000 calls
// FILLED-NEXT: static this->large_ = 18446744073709551615U;  // the same at 20000 calls
// FILLED-NEXT: static this->next_ = nullptr;  // the same at 20000 calls
// FILLED-NEXT: static this->base_ = 4;  // the same at 20000 calls
// FILLED-NEXT: static size = 3;  // the same at 20000 calls
// REPORT: tested {{.*}}`this->mode_ = net::Mode::safe`
// PRINTS: 280000
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

namespace net {

enum class Mode { plain, safe };

namespace {
int hidden = 3;
int twice(int x) { return 2 * x; }
} // namespace

struct Limit {
    long least, most;
};

class Base {
protected:
    int base_ = 4;
    int hiding_ = 1;
};

class Stream : Base {
public:
    virtual ~Stream() = default;
    int send(int const *data, int size);
    static constexpr Limit limits[2] = {{1, 2}, {3, 4}};

private:
    struct {
        int inner = 9;
    };
    Mode mode_ = Mode::safe;
    bool open_ = true;
    int *target_ = &hidden;
    int (*change_)(int) = twice;
    int hiding_ = 2;
    Mode unnamed_ = Mode(7);
    Stream *self_ = this;
    long const *constant_ = &limits[1].most;
    void const *any_ = limits;
    unsigned bits_ : 5 = 17;
    int signed_bits_ : 4 = -3;
    int volatile changing_ = 0;
    unsigned long large_ = ~0UL;
    Stream *next_ = nullptr;
};

__attribute__((noinline)) int Stream::send(int const *data, int size) {
    int sum = hiding_;
    for (int i = 0; i < size; ++i)
        sum += mode_ == Mode::safe ? change_(data[i]) : data[i];
    return open_ ? sum : *target_ + inner;
}

} // namespace net

int main() {
    std::vector<std::thread> threads;
    long sums[4] = {};
    for (long &sum : sums)
        threads.emplace_back([&sum] {
            net::Stream stream;
            int const data[3] = {1, 2, 3};
            for (int i = 0; i < 5000; ++i)
                sum += stream.send(data, 3);
        });
    for (std::thread &each : threads)
        each.join();
    std::printf("%ld\n", sums[0] + sums[1] + sums[2] + sums[3]);
}
