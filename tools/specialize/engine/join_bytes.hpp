// SPDX-License-Identifier: BSD-2-Clause
// Makes one store of several that write the bytes of one number, in either byte order.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace specialize {

/// Portable code writes numbers byte by byte; once a version knows the place of each byte, they
/// can go at once. Only bytes that are stored one right after the other are joined.
void join_bytes(llvm::Function& function);

} // namespace specialize
