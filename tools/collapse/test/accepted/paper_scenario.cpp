// SPDX-License-Identifier: BSD-2-Clause
// The scenario of Dannowski 2004, section 2: a virtual base class is the interface between three
// mix-ins, each of which implements a part and calls parts of the others.
// RUN: %same_output --class Tcb %s
#include <cstdio>

class TcbInterface {
public:
    virtual ~TcbInterface() = default;
    virtual void set_state(int state) = 0;
    virtual int state() const = 0;
    virtual void switch_to(TcbInterface& other) = 0;
    virtual void* stack() = 0;
    virtual int priority() const { return 1; }
};

class GenericTcb : public virtual TcbInterface {
public:
    void set_state(int state) override { state_ = state; }
    int state() const override { return state_; }

private:
    int state_ = 0;
};

class ArchitectureTcb : public virtual TcbInterface {
public:
    void switch_to(TcbInterface& other) override {
        other.set_state(2);
        set_state(1);
        std::printf("switch: %d -> %d, on stacks of distance %d\n", state(), other.state(),
                    stack() == other.stack() ? 0 : 1);
    }
    void* stack() override { return stack_; }

private:
    char stack_[64] = {};
};

class ApiTcb : public virtual TcbInterface {
public:
    int priority() const override { return TcbInterface::priority() + state(); }
    void ipc(TcbInterface& to) {
        if (priority() >= to.priority()) switch_to(to);
    }
};

class Tcb : public GenericTcb, public ArchitectureTcb, public ApiTcb {
public:
    explicit Tcb(int state) { set_state(state); }
};

int main() {
    Tcb first(5);
    Tcb second(3);
    first.ipc(second);
    second.ipc(first);
    std::printf("priorities: %d %d\n", first.priority(), second.priority());
}

// PRINTS: switch: 1 -> 2, on stacks of distance 1
// PRINTS: switch: 1 -> 2, on stacks of distance 1
// PRINTS: priorities: 3 2
