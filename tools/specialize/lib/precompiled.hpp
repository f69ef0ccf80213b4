// SPDX-License-Identifier: BSD-2-Clause
// What nearly every file of `specialize` needs, precompiled once for all.
#pragma once

#include <rewrite/lib/precompiled.hpp>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
