// SPDX-License-Identifier: BSD-2-Clause
// References from a component to what it requires. In the `virtual` variant they are abstract,
// whatever the binding; `collapse` retypes them from the binding plan.
#pragma once

#include <core/assert.hpp>
#include <core/span.hpp>

namespace flat {

/// What a component cannot be without: bound at construction, for ever.
template<class T>
class Required {
public:
    constexpr Required(T& target) : target_(&target) {}
    constexpr T* operator->() const { return target_; }
    constexpr T& operator*() const { return *target_; }

private:
    T* target_;
};

/// What a component can be without: bound at construction, or never.
template<class T>
class Optional {
public:
    constexpr Optional() = default;
    constexpr Optional(T& target) : target_(&target) {}

    constexpr explicit operator bool() const { return target_ != nullptr; }

    /// The provider; it must be bound.
    constexpr T* operator->() const {
        assert(target_);
        return target_;
    }
    constexpr T& operator*() const { return *operator->(); }

private:
    T* target_ = nullptr;
};

/// In place of `Optional` where no instance of the component is bound: the build declares it so in
/// `flat`, whose code then has nothing of what a binding would lead to.
template<class T>
class Absent {
public:
    constexpr explicit operator bool() const { return false; }

    constexpr T* operator->() const {
        assert(!"this port is never bound");
        __builtin_unreachable();
    }
    constexpr T& operator*() const { return *operator->(); }
};

/// In place of the others where the port of a component's only instance leads to one object: the
/// build declares it so in `special`, and compilers know the address, which the link gives.
template<class T, T& target>
class Fixed {
public:
    constexpr explicit operator bool() const { return true; }

    constexpr T* operator->() const { return &target; }
    constexpr T& operator*() const { return target; }
};

/// What a component requires in a declared cycle: bound after all instances are constructed.
template<class T>
class Late {
public:
    /// Binds the provider; only the wiring does, once.
    constexpr void bind(T& target) {
        assert(!target_);
        target_ = &target;
    }

    /// The provider; not before the wiring is complete.
    constexpr T* operator->() const {
        assert(target_);
        return target_;
    }
    constexpr T& operator*() const { return *operator->(); }

private:
    T* target_ = nullptr;
};

/// Any number of providers of one interface, in the order that the assembly lists them.
template<class T>
class RequiredList {
public:
    constexpr RequiredList() = default;
    constexpr RequiredList(Span<T* const> targets) : targets_(targets) {}

    constexpr usize size() const { return targets_.size(); }
    constexpr T& operator[](usize index) const { return *targets_[index]; }

    /// Walks over the providers.
    class Iterator {
    public:
        constexpr explicit Iterator(T* const* position) : position_(position) {}
        constexpr T& operator*() const { return **position_; }
        constexpr Iterator& operator++() {
            ++position_;
            return *this;
        }
        constexpr bool operator==(Iterator const& other) const {
            return position_ == other.position_;
        }

    private:
        T* const* position_;
    };

    constexpr Iterator begin() const { return Iterator(targets_.begin()); }
    constexpr Iterator end() const { return Iterator(targets_.end()); }

private:
    Span<T* const> targets_;
};

} // namespace flat
