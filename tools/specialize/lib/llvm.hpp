// SPDX-License-Identifier: BSD-2-Clause
// LLVM's headers that nearly every file of the engine needs, and clang's; precompiled once for all.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <rewrite/lib/clang.hpp>
