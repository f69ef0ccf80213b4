// SPDX-License-Identifier: BSD-2-Clause
// A base of `user_headers.cpp`, included from two places.
#pragma once

int step();

class Counting {
public:
    virtual ~Counting() = default;
    int count() const { return count_; }
    static constexpr int limit = 12;

protected:
    void add(int by) { count_ += by * step(); }

private:
    int count_ = 0;
};
