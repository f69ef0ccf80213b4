// SPDX-License-Identifier: BSD-2-Clause
// Sorts clang's messages by what a writer of a spec did wrong.
#include "clang_messages.hpp"

#include <clang/Basic/DiagnosticSema.h>

#include <algorithm>

namespace specialize {
namespace {

namespace diag = clang::diag;

bool is_unknown_name(unsigned id) {
    switch (id) {
    case diag::err_no_member:
    case diag::err_no_member_suggest:
    case diag::err_no_member_overloaded_arrow:
    case diag::err_undeclared_var_use:
    case diag::err_undeclared_var_use_suggest:
    case diag::err_undeclared_use:
    case diag::err_undeclared_use_suggest:
    case diag::err_unknown_typename:
    case diag::err_unknown_typename_suggest:
    case diag::err_unknown_nested_typename_suggest:
    case diag::err_typename_nested_not_found:
    case diag::err_typecheck_incomplete_tag:
    case diag::err_typecheck_member_reference_struct_union:
    case diag::err_typecheck_member_reference_suggestion:
    case diag::err_typecheck_member_reference_arrow:
    case diag::ext_implicit_function_decl_c99:
    case diag::warn_implicit_function_decl:
        return true;
    default:
        return false;
    }
}

bool is_wrong_type(unsigned id) {
    switch (id) {
    case diag::err_typecheck_convert_incompatible:
    case diag::err_typecheck_convert_int_pointer:
    case diag::ext_typecheck_convert_int_pointer:
    case diag::err_typecheck_convert_pointer_int:
    case diag::ext_typecheck_convert_pointer_int:
    case diag::err_typecheck_convert_incompatible_pointer:
    case diag::ext_typecheck_convert_incompatible_pointer:
    case diag::err_typecheck_convert_incompatible_function_pointer:
    case diag::ext_typecheck_convert_incompatible_function_pointer:
    case diag::err_typecheck_indirection_requires_pointer:
    case diag::err_typecheck_subscript_value:
    case diag::err_typecheck_invalid_operands:
    case diag::err_ovl_no_viable_oper:
        return true;
    default:
        return false;
    }
}

bool is_no_place(unsigned id) {
    switch (id) {
    case diag::err_typecheck_expression_not_modifiable_lvalue:
    case diag::err_typecheck_lvalue_casts_not_supported:
    case diag::err_typecheck_incomplete_type_not_modifiable_lvalue:
    case diag::err_typecheck_array_not_modifiable_lvalue:
    case diag::err_typecheck_non_object_not_modifiable_lvalue:
    case diag::err_typecheck_invalid_lvalue_addrof:
    case diag::err_typecheck_address_of:
    case diag::err_typecheck_assign_const:
        return true;
    default:
        return false;
    }
}

/// Static casts are written for `is` alone.
bool is_unrelated_type(unsigned id) {
    return id == diag::err_bad_cxx_cast_generic || id == diag::err_static_downcast_via_virtual ||
           id == diag::err_bad_cast_incomplete ||
           id == diag::err_bad_static_cast_pointer_nonpointer ||
           id == diag::err_bad_cxx_cast_unrelated_class ||
           id == diag::err_ambiguous_base_to_derived_cast;
}

std::string code_for(unsigned id) {
    if (is_unrelated_type(id)) return "S0137";
    if (is_unknown_name(id)) return "S0132";
    if (is_wrong_type(id)) return "S0133";
    if (is_no_place(id)) return "S0135";
    return "S0139";
}

/// `'__remove_cv(…)' (aka 'int')`, which is how constants are assigned, is `'int'` for users.
std::string without_own_types(std::string text) {
    constexpr std::string_view also = " (aka ";
    for (char const* const own : {"'__remove_cv(", "'typeof_unqual("}) {
        size_t const begin = text.find(own);
        size_t const name = text.find(also, begin);
        if (begin == text.npos || name == text.npos) continue;
        text.erase(begin, name + also.size() - begin);
        text.erase(text.find(')', begin), 1);
    }
    return text;
}

/// The parameter that stands for `this` has a name of ours.
std::string with_this(std::string text) {
    text = without_own_types(std::move(text));
    constexpr std::string_view own = "'self'";
    for (size_t at = text.find(own); at != text.npos; at = text.find(own))
        text.replace(at, own.size(), "'this'");
    return text;
}

/// Messages about the source itself, as `declared here`, help; those about our text do not.
std::vector<rewrite::Note> useful_notes(std::vector<rewrite::Note> notes, Spec const& spec) {
    std::erase_if(notes, [&](rewrite::Note const& note) {
        return note.place.line == 0 || note.place.file == spec.file;
    });
    return notes;
}

} // namespace

void refuse_for(std::vector<Message> const& errors, Spec const& spec,
                rewrite::Diagnostics& diagnostics) {
    for (Message const& each : errors) {
        bool const is_in_spec = each.place.file == spec.file;
        diagnostics.add({rewrite::Severity::error, is_in_spec ? code_for(each.id) : "S0104",
                         is_in_spec ? with_this(each.text) : each.text, each.place,
                         useful_notes(each.notes, spec),
                         is_in_spec && !each.edit.empty() ? "write `" + each.edit + "`" : ""});
    }
}

std::string strict_prologue(rewrite::Language language) {
    if (language == rewrite::Language::cxx) return {};
    return "#pragma clang diagnostic error \"-Wint-conversion\"\n"
           "#pragma clang diagnostic error \"-Wincompatible-pointer-types\"\n"
           "#pragma clang diagnostic error \"-Wincompatible-function-pointer-types\"\n"
           "#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n";
}

} // namespace specialize
