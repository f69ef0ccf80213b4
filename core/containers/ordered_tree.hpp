// SPDX-License-Identifier: BSD-2-Clause
// An ordered set whose links are members of its elements: no allocation, all in O(log n).
#pragma once

#include <core/assert.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {

namespace detail {

template<class Method>
struct KeyOf;
template<class T, class Key>
struct KeyOf<Key (T::*)() const> {
    using Type = Key;
};

} // namespace detail

/// The place of a `T` in one tree.
template<class T>
class TreeLink : NonCopyable {
private:
    template<class U, auto link, auto key>
    friend class OrderedTree;

    T* below_ = nullptr;
    T* above_ = nullptr;
};

/// Elements in the order of their keys, which differ: a search tree by the value that the member
/// function `key` gives, ordered by `<`, and a heap by a hash of each element's address (a treap;
/// Seidel and Aragon 1996), so that its depth is logarithmic whatever keys are chosen by whom. The
/// key of an element must not change while it is in the tree. The tree does not own its elements.
template<class T, auto link, auto key>
class OrderedTree : NonCopyable {
public:
    /// What elements are sorted by: a number, a text.
    using Key = typename detail::KeyOf<decltype(key)>::Type;

    bool is_empty() const { return root_ == nullptr; }

    /// The element with this key, null when there is none.
    T* find(Key wanted) const {
        T* each = root_;
        while (each && (wanted < (each->*key)() || (each->*key)() < wanted))
            each = wanted < (each->*key)() ? (each->*link).below_ : (each->*link).above_;
        return each;
    }

    /// The element with the least key that is not below `bound`, null when all are below.
    T* first_from(Key bound) const {
        return first([&](T& each) { return !((each.*key)() < bound); });
    }

    /// The element with the least key that is above `bound`, null when none is.
    T* first_above(Key bound) const {
        return first([&](T& each) { return bound < (each.*key)(); });
    }

    /// The element with the least key, null when there is none.
    T* first() const {
        return first([](T&) { return true; });
    }

    /// Adds an element; none in the tree has its key.
    void insert(T& element) {
        Key const wanted = (element.*key)();
        T** place = &root_;
        while (*place && priority(**place) >= priority(element))
            place = child(**place, wanted);
        split(*place, wanted, &(element.*link).below_, &(element.*link).above_);
        *place = &element;
    }

    /// Takes an element out; it must be in this tree.
    void remove(T& element) {
        T** place = &root_;
        while (*place != &element) {
            assert(*place);
            place = child(**place, (element.*key)());
        }
        join((element.*link).below_, (element.*link).above_, place);
        (element.*link).below_ = nullptr;
        (element.*link).above_ = nullptr;
    }

private:
    /// The least element that is wanted, when all above one that is wanted are, too.
    template<class Wanted>
    T* first(Wanted const& is_wanted) const {
        T* found = nullptr;
        for (T* each = root_; each;) {
            if (is_wanted(*each)) {
                found = each;
                each = (each->*link).below_;
            } else {
                each = (each->*link).above_;
            }
        }
        return found;
    }

    static u64 priority(T const& element) {
        return address_of(&element) * 0x9e37'79b9'7f4a'7c15; // Fibonacci hashing
    }

    static T** child(T& element, Key wanted) {
        assert(wanted < (element.*key)() || (element.*key)() < wanted);
        return wanted < (element.*key)() ? &(element.*link).below_ : &(element.*link).above_;
    }

    /// Parts a tree into the keys below and above one that it does not have.
    static void split(T* rest, Key parting, T** below, T** above) {
        while (rest) {
            T** const next = child(*rest, parting);
            if ((rest->*key)() < parting) {
                *below = rest;
                below = next;
            } else {
                *above = rest;
                above = next;
            }
            rest = *next;
        }
        *below = nullptr;
        *above = nullptr;
    }

    /// Makes two trees one, of which all keys of the first are below those of the second.
    static void join(T* below, T* above, T** place) {
        while (below && above) {
            bool const is_below = priority(*below) >= priority(*above);
            *place = is_below ? below : above;
            place = is_below ? &(below->*link).above_ : &(above->*link).below_;
            (is_below ? below : above) = *place;
        }
        *place = below ? below : above;
    }

    T* root_ = nullptr;
};

} // namespace flat
