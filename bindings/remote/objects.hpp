// SPDX-License-Identifier: BSD-2-Clause
// Objects that pass between kernels: what stands for them on either side, and what is said of them.
//
// An object is a word: 0 for none, its name in the table of the kernel that it belongs to, and a
// bit above all names if that is the kernel which gets the word.
#pragma once

#include <core/atomic.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/core/abstract_resource.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/remote/partner.hpp>

#include <new>

namespace flat::bindings::remote {

using flat::remote::Partner;
using flat::remote::RemoteError;

/// Marks the word of an object that belongs to whoever gets the word.
inline constexpr u64 is_yours = u64{1} << 63;

inline constexpr RemoteError malformed{RemoteError::Code::malformed};

/// Whose object a stub stands for, and how it is called there; by `far_id`, a stub tells it.
struct Far {
    Partner* partner;
    u64 name;
    void* room; ///< Memory of what is held; null of what is lent, which is there until a call
                ///< returns.
    Top* stub = nullptr;                    ///< Whose this is: others may forward identities to it.
    u64 generation = partner->generation(); ///< Of whoever has passed it.

    /// Whether the partner is still who has passed it, and not a successor.
    bool is_current() const { return partner->generation() == generation; }

    /// Calls a method; a partner that has ended does not answer, nor does one after it.
    Result<usize, RemoteError> call(u64 type, u32 method, Span<u8 const> request,
                                    Span<u8> answer) const {
        if (!is_current()) return RemoteError{RemoteError::Code::unreachable};
        return partner->call(type, method, request, answer);
    }
};
inline constexpr InterfaceId far_id = InterfaceId::of("flat.bindings.remote.Far");

/// The stub that an object is, if it stands for one of a partner's; else null.
template<class Interface>
Far* far_of(Interface& object, Partner& partner) {
    auto* const far = static_cast<Far*>(object.narrow(far_id));
    bool const is_stub = far && far->stub == &object && far->partner == &partner;
    return is_stub && far->is_current() ? far : nullptr;
}

/// Memory for an object of a class; null if there is none.
template<class Class>
void* room_for(Partner& partner) {
    auto const room = partner.buffers().allocate(sizeof(Class), alignof(Class));
    return room.is_ok() ? pointer_to<void>(room.value()) : nullptr;
}

/// Has the owner release what a stub holds, and frees the stub. What is lent stays.
inline void release(Far const& far, u64 type, u32 method) {
    if (!far.room) return;
    Partner& partner = *far.partner;
    u8 answer[sizeof far.name];
    Span<u64 const> const words(&far.name, 1);
    static_cast<void>(far.call(type, method, bytes_of(words), answer));
    partner.buffers().free(address_of(far.room));
}

/// What a partner calls of an object of ours. Generated classes derive from it.
template<class Object>
class Own : public Partner::Passed, NonCopyable {
public:
    using Interface = Object;

    /// Of an object that is lent, or, with memory for this, held: by itself, or by what `hold` is.
    Own(Interface& object, Partner& partner, void* room = nullptr,
        core::AbstractResource* hold = nullptr)
        : object_(&object), partner_(partner), room_(room), hold_(hold ? hold : own_hold()) {}

    bool is_far() override { return object_->narrow(far_id) || (hold_ && hold_->narrow(far_id)); }
    void enter() override { in_use_.fetch_add(1); }
    void leave() override {
        if (in_use_.fetch_subtract(1) == 1) end();
    }
    bool take_back(u64 name) override {
        if (!room_ || !partner_.withdraw(name)) return false;
        is_taken_ = true;
        abandon();
        return true;
    }

    /// Those who use the object are waited for: the last one ends it.
    void abandon() override { leave(); }

protected:
    Interface* object() const { return object_; }

    /// What is released in the end; null of what is no resource.
    core::AbstractResource* hold() const { return hold_; }

    /// The partner's release; the answer to it, which says nothing.
    Result<usize, RemoteError> released(u64 name) {
        if (!room_ || !partner_.withdraw(name)) return malformed;
        abandon();
        return usize{0};
    }

private:
    void end() {
        if (!room_) return;
        if (hold_ && !is_taken_) hold_->release();
        partner_.buffers().free(address_of(room_));
    }

    core::AbstractResource* own_hold() const {
        if constexpr (requires(Interface& each) { each.release(); }) return object_;
        return nullptr;
    }

    Interface* const object_;
    Partner& partner_;
    void* const room_;
    core::AbstractResource* const hold_;
    Atomic<u32> in_use_ = 1; ///< by those who have entered it, and by the partner's table
    bool is_taken_ = false;  ///< written by whoever has withdrawn it
};

/// For as long as this lives, an object that was entered stays, which a partner could release.
class Use : NonCopyable {
public:
    explicit Use(Partner::Passed* passed) : passed_(passed) {}
    ~Use() {
        if (passed_) passed_->leave();
    }

    bool is_there() const { return passed_; }

private:
    Partner::Passed* const passed_;
};

/// An object of ours that is lent to a partner for as long as this lives.
template<class Owned>
class Lent : NonCopyable {
public:
    using Interface = typename Owned::Interface;

    Lent(Partner& partner, Interface* object) : partner_(partner), is_none_(!object) {
        if (!object) return;
        if (Far const* const far = far_of(*object, partner)) {
            word_ = far->name | is_yours;
            return;
        }
        own_ = new (room_) Owned(*object, partner);
        word_ = partner.pass(*own_);
    }
    ~Lent() {
        if (own_) static_cast<void>(partner_.withdraw(word_));
    }

    /// Whether there was room.
    bool is_there() const { return is_none_ || word_ != 0; }
    u64 word() const { return word_; }

private:
    Partner& partner_;
    u64 word_ = 0;
    Owned* own_ = nullptr;
    bool is_none_;
    alignas(Owned) u8 room_[sizeof(Owned)];
};

template<class First, class... Rest>
struct LastOf : LastOf<Rest...> {};

template<class Only>
struct LastOf<Only> {
    using Type = Only;
};

/// A hold of an object, which goes to a partner: it is released if it does not arrive there. It
/// goes as the first of the classes whose interface it has; the last is that of its type.
template<class... Owned>
class Given : NonCopyable {
public:
    using Interface = typename LastOf<Owned...>::Type::Interface;

    Given(Partner& partner, Interface* object) : partner_(partner), object_(object) {
        if (!object) return;
        far_ = far_of(*object, partner);
        if (far_ && far_->room)
            word_ = far_->name | is_yours;
        else
            static_cast<void>((goes_as<Owned>() || ...));
    }
    ~Given() {
        if (!object_ || has_arrived_) return;
        if (is_mine())
            object_->release();
        else
            withdraw();
    }

    bool is_there() const { return !object_ || word_ != 0; }
    u64 word() const { return word_; }
    /// As which of the classes it goes, from 0 on.
    u64 type() const { return type_; }

    /// The partner has it now. What stood for an object of the partner's is no more.
    void arrive() {
        has_arrived_ = true;
        if (word_ & is_yours) partner_.buffers().free(address_of(far_->room));
    }

private:
    /// Whether the table does not have it.
    bool is_mine() const { return word_ == 0 || (word_ & is_yours) != 0; }

    /// There is nothing to do if the partner has ended, or has released it.
    void withdraw() {
        if (auto* const own = partner_.withdraw(word_)) own->abandon();
    }

    /// Whether it has the interface; without room, its word stays 0.
    template<class One>
    bool goes_as() {
        typename One::Interface* const object = object_as<typename One::Interface>();
        if (!object) {
            ++type_;
            return false;
        }
        if (void* const room = room_for<One>(partner_))
            word_ = pass(new (room) One(*object, partner_, room, object_), room);
        return true;
    }

    template<class Other>
    Other* object_as() const {
        if constexpr (SameAs<Other, Interface>)
            return object_;
        else
            return narrow_to<Other>(*object_);
    }

    template<class One>
    u64 pass(One* own, void* room) {
        u64 const name = partner_.pass(*own);
        if (name == 0) partner_.buffers().free(address_of(room));
        return name;
    }

    Partner& partner_;
    Interface* object_;
    Far* far_ = nullptr;
    u64 word_ = 0;
    u64 type_ = 0;
    bool has_arrived_ = false;
};

/// The interface of an object of ours that has been passed; null if it has no such interface.
template<class Interface>
Interface* object_of(Partner::Passed* passed) {
    return passed ? narrow_to<Interface>(*passed) : nullptr;
}

/// An object that a partner lends for as long as this lives.
template<class Stub>
class Borrowed : NonCopyable {
public:
    using Interface = typename Stub::Interface;

    Borrowed(Partner& partner, u64 word)
        : own_(word & is_yours ? partner.passed(word & ~is_yours) : nullptr), use_(own_),
          object_(object_of<Interface>(own_)) {
        if (word != 0 && !(word & is_yours))
            object_ = new (room_) Stub(Far{&partner, word, nullptr});
    }

    /// Null if there is none.
    Interface* object() const { return object_; }

private:
    Partner::Passed* const own_;
    Use const use_;
    Interface* object_;
    alignas(Stub) u8 room_[sizeof(Stub)];
};

/// A hold that a partner gives, as one of several classes; the last is that of its type. It is
/// released unless it is passed on.
template<class... Stub>
class Received : NonCopyable {
public:
    using Interface = typename LastOf<Stub...>::Type::Interface;

    Received(Partner& partner, u64 word, u64 type = 0) : partner_(partner) {
        if (word & is_yours) {
            take_back(word & ~is_yours);
        } else if (word != 0) {
            u64 place = 0;
            static_cast<void>(((place++ == type && take<Stub>(word)) || ...));
        }
    }
    ~Received() {
        if (room_)
            partner_.buffers().free(address_of(room_)); // its owner hears that nothing has arrived
        else if (object_)
            object_->release();
    }

    Interface* object() const { return object_; }

    /// The object, which the caller holds from now on; null if there is none.
    Interface* pass_on() {
        room_ = nullptr;
        return exchange(object_, nullptr);
    }

private:
    template<class One>
    bool take(u64 word) {
        room_ = room_for<One>(partner_);
        if (room_) object_ = new (room_) One(Far{&partner_, word, room_});
        return true;
    }

    void take_back(u64 name) {
        auto* const own = partner_.passed(name);
        Use const use(own);
        Interface* const object = object_of<Interface>(own);
        // What another one holds is not released as what it is.
        if (object && object == object_of<core::AbstractResource>(own) && own->take_back(name))
            object_ = object;
    }

    Partner& partner_;
    void* room_ = nullptr;
    Interface* object_ = nullptr;
};

} // namespace flat::bindings::remote
