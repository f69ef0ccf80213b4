// SPDX-License-Identifier: BSD-2-Clause
// Friends of base and class: functions declared before, defined inside, and a class.
// RUN: %same_output --class Vault %s
#include <cstdio>

class Safe;
int peek(Safe const& safe);

class Safe {
    friend int peek(Safe const& safe);
    friend class Inspector;
    friend int weigh(Safe const& safe) { return safe.gold_ * 2; }
    int gold_ = 5;

protected:
    void add(int by) { gold_ += by; }
};

class Vault : public Safe {
    friend class Inspector;
    friend bool operator==(Vault const& left, Vault const& right) {
        return left.silver_ == right.silver_;
    }
    int silver_ = 7;

public:
    void fill() { add(silver_); }
};

int peek(Safe const& safe) {
    return safe.gold_;
}

class Inspector {
public:
    static int all(Vault const& vault) { return vault.gold_ * 100 + vault.silver_; }
};

int main() {
    Vault vault;
    vault.fill();
    std::printf("%d %d %d %d\n", peek(vault), weigh(vault), Inspector::all(vault),
                vault == Vault());
}

// PRINTS: 12 24 1207 1
