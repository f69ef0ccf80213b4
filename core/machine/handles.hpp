// SPDX-License-Identifier: BSD-2-Clause
// The objects of the kernel that one domain may call, each by a handle.
#pragma once

#include <core/handle.hpp>
#include <core/top.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/core/abstract_resource.hpp>

namespace flat::machine {

/// A table of handles. The same interface of the same object has the same handle. A resource is
/// held as often as it was added; its handle is gone when it has been released as often. What is no
/// resource stays, as its handle does. Words come from the domain, so nothing is believed of them.
class Handles : NonCopyable {
public:
    /// One entry. While it has users it stays, and so does its object.
    class Entry {
    public:
        Entry() = default;
        /// The interface as which the domain calls it.
        void* interface() const { return interface_; }

    private:
        friend class Handles;

        Entry(void* interface, InterfaceId type, core::AbstractResource* resource)
            : interface_(interface), type_(type), resource_(resource), holds_(1) {}

        bool is_open() const { return holds_ != 0; }

        void* interface_ = nullptr; // none: the entry is free
        InterfaceId type_{0};
        core::AbstractResource* resource_ = nullptr;
        u32 holds_ = 0; // none: it takes no further user
        u32 users_ = 0;
    };

    /// Lets the domain call an object and returns its handle as a word; 0 if there is no room.
    template<class Interface>
    u64 add(Interface& object) {
        core::AbstractResource* resource = nullptr;
        if constexpr (requires { static_cast<core::AbstractResource*>(&object); })
            resource = &object;
        return add(&object, Interface::interface_id, resource);
    }

    /// The entry of a word that was given out as this interface, with one user more; null if there
    /// is none.
    Entry* use(u64 word, InterfaceId type);
    /// Ends one hold of a resource by one of the entry's users, and releases it: the last time when
    /// nobody uses it any more. May block.
    void release(Entry& entry);
    /// Takes a user away; after the last hold, the last user releases the object, which may block.
    void leave(Entry& entry);
    /// Releases all that is held, when nobody uses any. May block.
    void release_all();

    /// How many entries there are.
    u32 count() const;

private:
    u64 add(void* interface, InterfaceId type, core::AbstractResource* resource);
    u64 word(Entry const& entry) const;

    Entry entries_[handles_max];
};

} // namespace flat::machine
