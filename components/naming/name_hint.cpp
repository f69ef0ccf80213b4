// SPDX-License-Identifier: BSD-2-Clause
// What is asked for when an interface is exported into a graph.
#include <naming/name_hint.hpp>

#include <naming/path.hpp>

namespace flat::naming {

bool has_interface(Top& target, InterfaceId type) {
    return type == Top::interface_id || target.narrow(type);
}

Maybe<NameHint> parse_name_hint(Text hint) {
    usize size = 0;
    while (size < hint.size() && hint[size] != ':')
        ++size;
    NameHint parsed{hint.first(size), Top::interface_id};
    if (!parsed.text.is_empty() && (!is_name_text(parsed.text) || parsed.text[0] == made_up_prefix))
        return nothing;
    if (size == hint.size()) return parsed;
    Text const type = hint.after(size + 1);
    if (type.is_empty() || type.size() > type_name_max) return nothing;
    parsed.type = InterfaceId::of(type);
    return parsed;
}

} // namespace flat::naming
