// SPDX-License-Identifier: BSD-2-Clause
// The most derived class.
#pragma once
#include "queue.hpp"
class Thread : public Queued {
public:
    explicit Thread(int number) : number_(number) {}
    int number() const override { return number_; }
    void wake() override;

private:
    int number_;
};
