// SPDX-License-Identifier: BSD-2-Clause
// What constructors write is put into the new order, without warnings of another one.
// RUN: %same_output --class Thread %s
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

class Thread {
public:
    Thread(int id, std::string name);
    template<class T>
    explicit Thread(T id) : id_(static_cast<int>(id)), level_(1), name_("template") {}
    Thread() : Thread(7, "delegated") {}
    void show() const {
        std::printf("%d %d %s %zu %c\n", id_, level_, name_.c_str(), stack_.size(), mark_);
    }

private:
    int id_;
    char mark_ = 'm';
    short level_;
    std::string name_;
    std::vector<int> stack_ = {1, 2, 3};
};

Thread::Thread(int id, std::string name)
    : id_(id), level_(static_cast<short>(id + 1)), name_(std::move(name)), stack_(5) {}

int main() {
    Thread(1, "first").show();
    Thread(2.5).show();
    Thread thread;
    Thread copy = thread;
    copy.show();
}

// PRINTS: 1 2 first 5 m
// PRINTS: 2 1 template 3 m
// PRINTS: 7 8 delegated 5 m
