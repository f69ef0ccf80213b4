// SPDX-License-Identifier: BSD-2-Clause
// Objects on the heap, in arrays, in place, deleted through a base, with operators of the base.
// RUN: %same_output --class Job %s
#include <cstdio>
#include <cstdlib>
#include <new>

struct Allocated {
    static int alive;
    void* operator new(std::size_t size) {
        ++alive;
        return std::malloc(size);
    }
    void operator delete(void* place) {
        --alive;
        std::free(place);
    }
    void* operator new(std::size_t, void* place) { return place; }
    virtual ~Allocated() { std::puts("gone"); }
};
int Allocated::alive = 0;

struct Job : Allocated {
    explicit Job(int number = 6) : number(number) {}
    ~Job() override { std::printf("job %d ", number); }
    int number;
};

int main() {
    Allocated* job = new Job(1);
    int alive = Allocated::alive;
    delete job;
    alignas(Job) char place[sizeof(Job)];
    Job* second = new (place) Job(2);
    second->~Job();
    Job* third = ::new Job(3);
    ::delete third;
    Job some[2] = {Job(4), Job(5)};
    Job* many = new Job[2];
    delete[] many;
    std::printf("%d %d %d\n", alive, Job::alive, some[1].number);
}

// PRINTS: job 1 gone
// PRINTS: job 2 gone
// PRINTS: job 3 gone
// PRINTS: job 6 gone
// PRINTS: job 6 gone
// PRINTS: 1 0 5
// PRINTS: job 5 gone
// PRINTS: job 4 gone
