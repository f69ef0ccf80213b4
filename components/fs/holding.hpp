// SPDX-License-Identifier: BSD-2-Clause
// A node that somebody else's file system gave, held until the end of a block.
#pragma once

#include <core/utility.hpp>

namespace flat::fs {

/// `T` is an interface of nodes.
template<class T>
class Holding : NonCopyable {
public:
    /// Takes over a hold; of no node at all if it is null.
    explicit Holding(T* node = nullptr) : node_(node) {}
    ~Holding() { take(nullptr); }

    T* get() const { return node_; }
    T& operator*() const { return *node_; }
    T* operator->() const { return node_; }

    /// Takes over another hold in place of this one.
    void take(T* node) {
        if (T* const before = exchange(node_, node)) before->release();
    }

    /// Leaves the hold to somebody else.
    T* leave() { return exchange(node_, nullptr); }

private:
    T* node_;
};

} // namespace flat::fs
