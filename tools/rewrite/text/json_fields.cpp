// SPDX-License-Identifier: BSD-2-Clause
// Reads objects of JSON files strictly: a key that nobody reads is an error, not a comment.
#include "json_fields.hpp"

#include <llvm/ADT/STLExtras.h>

namespace rewrite {

bool has_only(llvm::json::Value const& value, std::initializer_list<llvm::StringRef> keys,
              llvm::json::Path path) {
    llvm::json::Object const* const object = value.getAsObject();
    if (!object) {
        path.report("expected object");
        return false;
    }
    for (auto const& [key, each] : *object) {
        if (llvm::is_contained(keys, llvm::StringRef(key))) continue;
        path.field(key).report("unknown key");
        return false;
    }
    return true;
}

bool is_version(llvm::json::Value const& value, int64_t version, llvm::json::Path path) {
    llvm::json::Object const* const object = value.getAsObject();
    if (!object) {
        path.report("expected object");
        return false;
    }
    if (object->getInteger("version") == version) return true;
    path.field("version").report("missing, or of another version of the program");
    return false;
}

void refuse_contents(llvm::json::Path::Root const& root, std::string const& file,
                     std::string const& code, Diagnostics& diagnostics) {
    diagnostics.refuse(code, {file}, "`" + file + "` does not fit: " + toString(root.getError()));
}

} // namespace rewrite
