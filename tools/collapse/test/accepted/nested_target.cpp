// SPDX-License-Identifier: BSD-2-Clause
// The class is nested in another one and its base beside it.
// RUN: %same_output --class Kernel::Thread %s
#include <cstdio>

class Kernel {
    static int ticks() { return 5; }
    int quantum_ = 2;

    struct Entity {
        virtual ~Entity() = default;
        virtual int weight() const { return ticks(); }
    };

public:
    class Thread : public Entity {
    public:
        explicit Thread(Kernel& kernel) : kernel_(kernel) {}
        int weight() const override { return Entity::weight() * kernel_.quantum_; }

    private:
        Kernel& kernel_;
    };

    int run() {
        Thread thread(*this);
        Entity& entity = thread;
        return entity.weight() + ++quantum_;
    }
};

int main() {
    Kernel kernel;
    int first = kernel.run();
    Kernel::Thread thread(kernel);
    std::printf("%d %d\n", first, thread.weight());
}

// PRINTS: 13 15
