// SPDX-License-Identifier: BSD-2-Clause
// Objects that pass between the kernel and a domain: what their words mean while a call lasts.
//
// An odd word of a domain's is the handle of an object that it holds or is lent, an even one its
// own, which only it understands. The kernel gives a domain the words of its own objects back, and
// handles of all others.
#pragma once

#include <core/assert.hpp>
#include <core/machine/exports.hpp>
#include <core/machine/handles.hpp>
#include <core/traits.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/hal/user_mode.hpp>
#include <flat/memory/allocator.hpp>
#include <machine/interrupts.hpp>
#include <machine/running_handles.hpp>

#include <new>

namespace flat::bindings::syscall {

using Guest = hal::UserMode::Guest;

/// What a domain holds, and what is held of it; null when there is no memory for that.
inline machine::Handles* handles_of(Guest* guest) {
    return guest ? pointer_to<machine::Handles>(guest->handles()) : nullptr;
}
inline machine::Exports* exports_of(Guest* guest) {
    return guest ? pointer_to<machine::Exports>(guest->exports()) : nullptr;
}

/// The word of an object that is the domain's own; else 0.
template<class Interface>
u64 own_word(Guest* guest, Interface& object) {
    return guest ? machine::Exports::word_of(object, *guest, Interface::interface_id) : 0;
}

/// An object that the calling domain calls, for the time of the call.
template<class Interface>
class Target : NonCopyable {
public:
    Target(Guest* guest, u64 word)
        : guest_(guest), handles_(handles_of(guest)),
          entry_(handles_ ? handles_->use(word, Interface::interface_id) : nullptr) {
        if (entry_) object_ = static_cast<Interface*>(entry_->as(Interface::interface_id));
    }
    ~Target() {
        if (entry_ && !is_kept_) handles_->leave(*entry_);
    }

    /// Whether the domain has such an object.
    bool is_there() const { return entry_ != nullptr; }

    Interface* operator->() const { return object_; }

    /// Whether the domain may call it as this interface as well.
    bool narrows_to(InterfaceId type) const { return entry_->narrow(type); }

    /// Ends one of the domain's holds; the last one when all calls of the object have ended. False
    /// if it holds none.
    bool release() const { return handles_->release(*entry_); }

    /// Keeps object and domain for a call that comes later: the words that `Kept` takes.
    void keep(u64& guest, u64& entry) {
        machine::InterruptGuard const guard;
        bool const stays = guest_->keep();
        assert(stays); // the caller is one of its threads
        is_kept_ = true;
        guest = address_of(guest_);
        entry = address_of(entry_);
    }

private:
    Guest* const guest_;
    machine::Handles* const handles_;
    machine::Handles::Entry* const entry_;
    Interface* object_ = nullptr;
    bool is_kept_ = false;
};

/// The same in a few instructions, which a call begins with: interrupts are still disabled, and
/// are again when it ends. Not there as well where `Target` may find it.
template<class Interface>
class Entered : NonCopyable {
public:
    [[gnu::always_inline]] explicit Entered(u64 word) {
        machine::Handles* const handles = machine::running_handles();
        if (!handles) return;
        entry_ = handles->enter(word, Interface::interface_id);
        if (entry_) object_ = static_cast<Interface*>(entry_->called());
    }
    [[gnu::always_inline]] ~Entered() {
        if (!entry_) return;
        machine::disable_interrupts();
        if (!machine::Handles::leave_first(*entry_)) end(*entry_);
    }

    bool is_there() const { return entry_ != nullptr; }
    Interface* operator->() const { return object_; }

private:
    [[gnu::cold, gnu::noinline]] static void end(machine::Handles::Entry& entry) {
        core::AbstractResource* const left = machine::running_handles()->end(entry);
        machine::enable_interrupts();
        if (left) left->release();
    }

    machine::Handles::Entry* entry_ = nullptr;
    Interface* object_ = nullptr;
};

/// The same when the call is made, or is not.
template<class Interface>
class Kept : NonCopyable {
public:
    Kept(u64 guest, u64 entry)
        : guest_(*pointer_to<Guest>(guest)), entry_(*pointer_to<machine::Handles::Entry>(entry)) {}
    ~Kept() {
        handles_of(&guest_)->leave(entry_);
        machine::InterruptGuard const guard;
        guest_.let_go();
    }

    Interface* operator->() const {
        return static_cast<Interface*>(entry_.as(Interface::interface_id));
    }

private:
    Guest& guest_;
    machine::Handles::Entry& entry_;
};

/// Makes a stub of the class with this number in the list; false if it has no such number.
template<class... Stubs, class Make>
bool with_stub(u64 type, Make make) {
    u64 number = 0;
    auto const is_it = [&]<class Stub>(Stub const*) {
        if (number++ != type) return false;
        make.template operator()<Stub>();
        return true;
    };
    return (is_it(static_cast<Stubs const*>(nullptr)) || ...);
}

/// A resource as what a domain may call it, and as nothing else: so a domain that passes it as a
/// mere resource does not give more of it than it has.
class Limited final : public core::AbstractResource, NonCopyable {
public:
    /// In memory of `buffers`, which it returns there with its release; null: it is lent.
    Limited(core::AbstractResource& object, machine::Handles::Types types,
            memory::Allocator* buffers)
        : object_(object), types_(types), buffers_(buffers) {}

    void release() override {
        object_.release();
        memory::Allocator* const buffers = buffers_;
        this->Limited::~Limited();
        if (buffers) buffers->free(address_of(this));
    }

    void* narrow(InterfaceId id) override {
        if (id == core::AbstractResource::interface_id)
            return static_cast<core::AbstractResource*>(this);
        if (id == Top::interface_id) return static_cast<Top*>(this);
        return types_.include(id) ? object_.narrow(id) : nullptr;
    }

private:
    core::AbstractResource& object_;
    machine::Handles::Types const types_;
    memory::Allocator* const buffers_;
};

/// Room for what stands for an object while a domain lends it.
template<class Interface>
class LentPlace {
public:
    Interface* of(machine::Handles::Entry& entry) {
        return static_cast<Interface*>(entry.passed_as(Interface::interface_id));
    }
};

template<>
class LentPlace<core::AbstractResource> : NonCopyable {
public:
    core::AbstractResource* of(machine::Handles::Entry& entry) {
        void* const found = entry.as(core::AbstractResource::interface_id);
        auto* const object = static_cast<core::AbstractResource*>(found);
        return object ? new (place_) Limited(*object, entry.types(), nullptr) : nullptr;
    }

private:
    alignas(Limited) u8 place_[sizeof(Limited)];
};

/// What stands for an object of which a domain has given the kernel a hold, and has it; null
/// without memory.
template<class Interface>
Interface* limited(Interface& object, machine::Handles::Types types, memory::Allocator& buffers) {
    if constexpr (SameAs<Interface, core::AbstractResource>) {
        auto const place = buffers.allocate(sizeof(Limited), alignof(Limited));
        if (place.is_ok())
            return new (pointer_to<void>(place.value())) Limited(object, types, &buffers);
        object.release();
        return nullptr;
    }
    return &object;
}

/// An object that a domain lends the kernel in a call. `Stub` is the class for its own objects;
/// where they may have other interfaces, `type` says which of all classes is that of the object,
/// and `released`, if it is not 0, what would be released in its place.
template<class Stub, class... Others>
class Borrowed : NonCopyable {
public:
    using Interface = typename Stub::Interface;

    Borrowed(Guest* guest, u64 word, memory::Allocator& buffers, u64 type = 0, u64 = 0) {
        if (is_handle(word)) {
            handles_ = handles_of(guest);
            entry_ = handles_ ? handles_->use(word) : nullptr;
            if (entry_) object_ = place_.of(*entry_);
        } else if (word != 0) {
            exports_ = exports_of(guest);
            if (!exports_) return;
            with_stub<Stub, Others...>(
                type, [&]<class Each>() { object_ = exports_->lend<Each>(word, &buffers); });
        }
    }
    ~Borrowed() {
        if (entry_)
            handles_->leave(*entry_);
        else if (object_)
            exports_->end_lending(*object_);
    }

    /// The object; null if there is none, or no room for what stands for it.
    Interface* object() const { return object_; }

private:
    machine::Handles* handles_ = nullptr;
    machine::Handles::Entry* entry_ = nullptr;
    machine::Exports* exports_ = nullptr;
    Interface* object_ = nullptr;
    [[no_unique_address]] LentPlace<Interface> place_;
};

/// A resource of which a domain hands one hold over to the kernel; the classes are those of
/// `Borrowed`.
template<class Stub, class... Others>
class Received : NonCopyable {
public:
    using Interface = typename Stub::Interface;

    Received(Guest* guest, u64 word, memory::Allocator& buffers, u64 type = 0, u64 released = 0) {
        if (is_handle(word))
            take(handles_of(guest), word, buffers);
        else if (word != 0)
            with_stub<Stub, Others...>(
                type, [&]<class Each>() { hold<Each>(guest, word, released, buffers); });
    }
    ~Received() {
        if (object_) object_->release();
    }

    /// The object; null if there is none, or no room for what stands for it.
    Interface* object() const { return object_; }

    /// The same; somebody else has the hold from now on.
    Interface* pass_on() {
        Interface* const object = object_;
        object_ = nullptr;
        return object;
    }

private:
    void take(machine::Handles* handles, u64 word, memory::Allocator& buffers) {
        machine::Handles::Entry* const entry = handles ? handles->use(word) : nullptr;
        if (!entry) return;
        InterfaceId const type = Interface::interface_id;
        bool const is_limited = SameAs<Interface, core::AbstractResource>; // by `limited`
        auto* const found =
            static_cast<Interface*>(is_limited ? entry->as(type) : entry->passed_as(type));
        machine::Handles::Types const types = entry->types();
        if (found && handles->take(*entry, *found)) object_ = limited(*found, types, buffers);
        handles->leave(*entry);
    }

    /// Without room the domain has its hold ended at once, as it was to be given up in any case.
    template<class Each>
    void hold(Guest* guest, u64 word, u64 released, memory::Allocator& buffers) {
        machine::Exports* const exports = exports_of(guest);
        machine::Exports::Hold const hold{word, released, Stub::release_upcall};
        if (exports) object_ = exports->template hold<Each>(hold, &buffers);
        if (object_) return;
        u32 const release = released == 0 ? Each::release_upcall : Stub::release_upcall;
        (void)guest->call(release, {released == 0 ? word : released, 0, 0, 0, 0}, 0);
    }

    Interface* object_ = nullptr;
};

/// An object that the kernel lends a domain in a call; null is lent as such. The domain may call it
/// as each interface of `narrowed`, which ends as that of `machine::Handles`, that it has.
template<class Interface>
class Lent : NonCopyable {
public:
    Lent(Guest* guest, Interface* object, InterfaceId const* narrowed = nullptr)
        : is_there_(!object) {
        if (!object) return;
        word_ = own_word(guest, *object);
        if (word_ == 0) {
            handles_ = handles_of(guest);
            word_ = handles_ ? handles_->lend(*object, narrowed) : 0;
        }
        is_there_ = word_ != 0;
    }
    ~Lent() {
        if (handles_ && word_ != 0) handles_->end_lending(word_);
    }

    /// Whether there was room for the handle.
    bool is_there() const { return is_there_; }
    u64 word() const { return word_; }

private:
    bool is_there_;
    machine::Handles* handles_ = nullptr;
    u64 word_ = 0;
};

/// An object of which the kernel gives a domain one hold, or what is there to stay; null is given
/// as such. The domain may call it as each interface of `narrowed`, which ends as that of
/// `machine::Handles`, that it has.
template<class Interface>
class Given : NonCopyable {
public:
    Given(Guest* guest, Interface* object, InterfaceId const* narrowed = nullptr)
        : object_(object), is_there_(!object) {
        if (!object) return;
        word_ = own_word(guest, *object);
        is_own_ = word_ != 0;
        if (!is_own_) {
            handles_ = handles_of(guest);
            word_ = handles_ ? handles_->add(*object, narrowed) : 0;
        }
        is_there_ = word_ != 0;
    }
    ~Given() {
        if (!object_ || is_arrived_) return;
        if (word_ != 0 && !is_own_)
            take_back();
        else if constexpr (requires { object_->release(); })
            object_->release();
    }

    /// Whether there was room for the handle.
    bool is_there() const { return is_there_; }
    u64 word() const { return word_; }

    /// The domain has got it. Until then it can be taken back.
    void arrive() {
        is_arrived_ = true;
        if (is_own_) machine::Exports::give_back(*object_);
    }

private:
    void take_back() {
        machine::Handles::Entry* const entry = handles_->use(word_);
        if (!entry) return;
        handles_->release(*entry);
        handles_->leave(*entry);
    }

    Interface* object_;
    machine::Handles* handles_ = nullptr;
    u64 word_ = 0;
    bool is_there_;
    bool is_own_ = false;
    bool is_arrived_ = false;
};

} // namespace flat::bindings::syscall
