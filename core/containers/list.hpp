// SPDX-License-Identifier: BSD-2-Clause
// A doubly linked list whose links are members of its elements: no allocation, removal in O(1).
#pragma once

#include <core/assert.hpp>
#include <core/utility.hpp>

namespace flat {

/// The place of a `T` in one list. It holds pointers to elements, not to links, so that no element
/// address is ever computed from that of a member; a link that is in no list points nowhere.
template<class T>
class ListLink : NonCopyable {
public:
    bool is_linked() const { return next_ != nullptr; }

private:
    template<class U, auto link>
    friend class IntrusiveList;

    T* next_ = nullptr;
    T* previous_ = nullptr;
};

/// A circular list of `T`, linked through its member `link` (`&T::member`, or a base's member).
/// The list does not own its elements; `T` may be incomplete until a method is used.
template<class T, auto link>
class IntrusiveList : NonCopyable {
public:
    bool is_empty() const { return first_ == nullptr; }

    /// The first element, null when empty.
    T* first() const { return first_; }

    /// The last element, null when empty.
    T* last() const { return first_ ? (first_->*link).previous_ : nullptr; }

    /// The element after one of this list, null after the last.
    T* after(T& element) const {
        T* const next = (element.*link).next_;
        return next == first_ ? nullptr : next;
    }

    void push_back(T& element) {
        insert(first_, element);
        if (!first_) first_ = &element;
    }

    void push_front(T& element) {
        insert(first_, element);
        first_ = &element;
    }

    /// The element before one of this list, null before the first.
    T* before(T& element) const { return &element == first_ ? nullptr : (element.*link).previous_; }

    /// Puts an element before one of this list; after the last when `successor` is null.
    void insert_before(T* successor, T& element) {
        if (!successor) return push_back(element);
        if (successor == first_) return push_front(element);
        insert(successor, element);
    }

    /// Takes an element out; it must be in this list.
    void remove(T& element) {
        ListLink<T>& place = element.*link;
        assert(place.is_linked());
        if (place.next_ == &element) {
            first_ = nullptr;
        } else {
            (place.next_->*link).previous_ = place.previous_;
            (place.previous_->*link).next_ = place.next_;
            if (first_ == &element) first_ = place.next_;
        }
        place.next_ = nullptr;
        place.previous_ = nullptr;
    }

    /// Takes the first element out, null when empty.
    T* pop_front() {
        T* const element = first_;
        if (element) remove(*element);
        return element;
    }

    /// Makes the first element the last.
    void rotate() {
        if (first_) first_ = (first_->*link).next_;
    }

    /// Walks from the first element to the last. The list must not change meanwhile.
    class Iterator {
    public:
        Iterator(IntrusiveList const& list, T* element) : list_(&list), element_(element) {}
        T& operator*() const { return *element_; }
        T* operator->() const { return element_; }
        Iterator& operator++() {
            element_ = list_->after(*element_);
            return *this;
        }
        bool operator==(Iterator const& other) const { return element_ == other.element_; }

    private:
        IntrusiveList const* list_;
        T* element_;
    };

    Iterator begin() const { return Iterator(*this, first_); }
    Iterator end() const { return Iterator(*this, nullptr); }

private:
    /// Links an element in before another; before the first is, in a circle, also after the last.
    void insert(T* before, T& element) {
        ListLink<T>& place = element.*link;
        assert(!place.is_linked());
        if (!before) {
            place.next_ = &element;
            place.previous_ = &element;
            return;
        }
        ListLink<T>& successor = before->*link;
        place.next_ = before;
        place.previous_ = successor.previous_;
        (successor.previous_->*link).next_ = &element;
        successor.previous_ = &element;
    }

    T* first_ = nullptr;
};

} // namespace flat
