// SPDX-License-Identifier: BSD-2-Clause
// What nearly every file of the tools' unit tests needs; precompiled once for all.
#pragma once

#include <rewrite/precompiled.hpp>

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
