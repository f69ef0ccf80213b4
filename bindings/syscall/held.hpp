// SPDX-License-Identifier: BSD-2-Clause
// The kernel's objects that the calling domain holds: how it gets one, and how it calls it.
#pragma once

#include <core/machine/handles.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/hal/user_mode.hpp>

namespace flat::bindings::syscall {

/// What the calling domain holds; null when there is no memory for that.
inline machine::Handles* handles_of_caller(hal::UserMode& user_mode) {
    return pointer_to<machine::Handles>(user_mode.current()->handles());
}

/// An object that the calling domain names, for the time of a call.
template<class Interface>
class Target : NonCopyable {
public:
    Target(hal::UserMode& user_mode, u64 word)
        : handles_(handles_of_caller(user_mode)),
          entry_(handles_ ? handles_->use(word, Interface::interface_id) : nullptr) {}
    ~Target() {
        if (entry_) handles_->leave(*entry_);
    }

    /// Whether the domain holds such an object.
    bool is_there() const { return entry_ != nullptr; }

    Interface* operator->() const { return static_cast<Interface*>(entry_->interface()); }

    /// Ends one of the domain's holds; the last one when all calls of the object have ended.
    void release() const { handles_->release(*entry_); }

private:
    machine::Handles* const handles_;
    machine::Handles::Entry* const entry_;
};

/// Gives an object to the calling domain and makes `word` its handle, 0 for null. False if the
/// domain cannot hold one more; then a resource is released.
template<class Interface>
[[nodiscard]] bool give(hal::UserMode& user_mode, Interface* object, u64& word) {
    word = 0;
    if (!object) return true;
    machine::Handles* const handles = handles_of_caller(user_mode);
    word = handles ? handles->add(*object) : 0;
    if (word != 0) return true;
    if constexpr (requires { object->release(); }) object->release();
    return false;
}

} // namespace flat::bindings::syscall
