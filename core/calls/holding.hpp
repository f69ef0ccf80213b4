// SPDX-License-Identifier: BSD-2-Clause
// A resource that is held until the end of a block.
#pragma once

#include <core/utility.hpp>

namespace flat {

/// `T` is an interface of resources (`flat.core.AbstractResource`).
template<class T>
class Holding : NonCopyable {
public:
    /// Takes over a hold; of none at all if it is null.
    explicit Holding(T* resource = nullptr) : resource_(resource) {}
    ~Holding() { take(nullptr); }

    T* get() const { return resource_; }
    T& operator*() const { return *resource_; }
    T* operator->() const { return resource_; }

    /// Takes over another hold in place of this one.
    void take(T* resource) {
        if (T* const before = exchange(resource_, resource)) before->release();
    }

    /// Leaves the hold to somebody else.
    T* leave() { return exchange(resource_, nullptr); }

private:
    T* resource_;
};

} // namespace flat
