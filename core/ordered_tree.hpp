// SPDX-License-Identifier: BSD-2-Clause
// An ordered set whose links are members of its elements: no allocation, all in O(log n).
#pragma once

#include <core/assert.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {

/// The place of a `T` in one tree.
template<class T>
class TreeLink : NonCopyable {
private:
    template<class U, auto link, auto key>
    friend class OrderedTree;

    T* below_ = nullptr;
    T* above_ = nullptr;
};

/// Elements in the order of their keys, which differ: a search tree by the number that the member
/// function `key` gives and a heap by a hash of each element's address (a treap; Seidel and Aragon
/// 1996), so that its depth is logarithmic whatever keys are chosen by whom. The key of an element
/// must not change while it is in the tree. The tree does not own its elements.
template<class T, auto link, auto key>
class OrderedTree : NonCopyable {
public:
    bool is_empty() const { return root_ == nullptr; }

    /// The element with this key, null when there is none.
    T* find(u64 wanted) const {
        T* const found = first_from(wanted);
        return found && (found->*key)() == wanted ? found : nullptr;
    }

    /// The element with the least key that is not below `bound`, null when all are below.
    T* first_from(u64 bound) const {
        T* found = nullptr;
        for (T* each = root_; each;) {
            if ((each->*key)() < bound) {
                each = (each->*link).above_;
            } else {
                found = each;
                each = (each->*link).below_;
            }
        }
        return found;
    }

    /// Adds an element; none in the tree has its key.
    void insert(T& element) {
        u64 const wanted = (element.*key)();
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
    static u64 priority(T const& element) {
        return address_of(&element) * 0x9e37'79b9'7f4a'7c15; // Fibonacci hashing
    }

    static T** child(T& element, u64 wanted) {
        assert((element.*key)() != wanted);
        return wanted < (element.*key)() ? &(element.*link).below_ : &(element.*link).above_;
    }

    /// Parts a tree into the keys below and above one that it does not have.
    static void split(T* rest, u64 parting, T** below, T** above) {
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
