// SPDX-License-Identifier: BSD-2-Clause
// Whether somebody can tell when an object is destroyed.
#pragma once

namespace clang {
class QualType;
}

namespace collapse {

/// Whether nothing can tell when an object of the type is destroyed: trivial destructors, and
/// those of a list of the standard library's classes over such types and the standard allocator.
bool destruction_is_unobservable(clang::QualType type);

} // namespace collapse
