// SPDX-License-Identifier: BSD-2-Clause
// Names for interfaces of this kernel, and their binding.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <naming/local.flat.hpp>
#include <naming/local_name.hpp>

namespace flat::naming {

/// Names are texts, and their own serialized form; the hint of `export` is the text wanted, or
/// nothing for one that the context makes up, as in `#12`. Binding is that of THINK, §4.5: it
/// yields the interface itself. Names are there to stay.
class Local : public LocalComponent, NonCopyable {
public:
    using LocalComponent::LocalComponent;

    Result<core::Name*, core::NamingError> export_(Top& target, Span<u8 const> hint) override;
    Result<core::Name*, core::NamingError> byte_to_name(Span<u8 const> bytes) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;

private:
    struct Names {
        IntrusiveList<LocalName, &LocalName::link> list;
        u32 count = 0;

        LocalName* find(Text text) const;
    };

    Guarded<Names> names_;
};

} // namespace flat::naming
