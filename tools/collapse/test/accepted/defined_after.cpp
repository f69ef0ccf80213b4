// SPDX-License-Identifier: BSD-2-Clause
// Functions of bases and class are defined after the class, in any order.
// RUN: %same_output --class Stack %s
#include <cstdio>

class Storage {
public:
    Storage();
    virtual ~Storage();
    virtual int capacity() const;
    static int instances();
    int free() const;

protected:
    int used_;
    static int instances_;
};

class Stack : public Storage {
public:
    explicit Stack(int capacity);
    ~Stack() override;
    int capacity() const override;
    bool push(int value);

private:
    int capacity_;
    int top_ = 0;
};

int Storage::instances_ = 0;

bool Stack::push(int value) {
    if (free() == 0) return false;
    ++used_;
    top_ = value;
    return true;
}

int Storage::free() const {
    return capacity() - used_;
}

Stack::Stack(int capacity) : capacity_(capacity) {
    std::printf("stack of %d\n", free());
}

Storage::Storage() : used_(0) {
    ++instances_;
}

int Storage::capacity() const {
    return 1;
}

Stack::~Stack() {
    std::printf("top %d\n", top_);
}

Storage::~Storage() {
    std::printf("%d of %d\n", --instances_, used_);
}

int Storage::instances() {
    return instances_;
}

int Stack::capacity() const {
    return Storage::capacity() + capacity_;
}

int main() {
    Stack stack(1);
    bool pushed[] = {stack.push(5), stack.push(6), stack.push(7)};
    std::printf("%d%d%d %d\n", pushed[0], pushed[1], pushed[2], Stack::instances());
}

// PRINTS: stack of 2
// PRINTS: 110 1
// PRINTS: top 6
// PRINTS: 0 of 2
