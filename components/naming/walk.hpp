// SPDX-License-Identifier: BSD-2-Clause
// One step from a context to the next, whatever components they belong to.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>

namespace flat::naming {

/// A name that is released at the end of a block, unless it is taken before.
class HeldName : NonCopyable {
public:
    explicit HeldName(core::Name& name) : name_(&name) {}
    ~HeldName() {
        if (name_) name_->release();
    }

    /// Holds another one instead.
    HeldName& operator=(core::Name& name) {
        exchange(name_, &name)->release();
        return *this;
    }

    core::Name& get() const { return *name_; }

    /// The name, to be released by the caller.
    core::Name& take() { return *exchange(name_, nullptr); }

private:
    core::Name* name_;
};

/// The context that a name designates, by the binding factory of the context that it is in; nothing
/// when it designates none.
Maybe<core::NamingContext*> context_of(core::Name& name);

/// The name that a context of any component has for one step of a path; the caller holds it.
Result<core::Name*, core::NamingError> next_step(core::NamingContext& context, Text step);

} // namespace flat::naming
