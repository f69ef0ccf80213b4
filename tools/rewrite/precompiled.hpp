// SPDX-License-Identifier: BSD-2-Clause
// What nearly every file of the tools needs, precompiled once for all: clang's headers, and ours
// with classes whose members are made of templates anew in each file, half of its time to compile.
#pragma once

#include <rewrite/syntax/clang.hpp>
#include <rewrite/syntax/code_visitor.hpp>
#include <rewrite/text/files.hpp>
#include <rewrite/text/find_records.hpp>
#include <rewrite/text/member_chunks.hpp>
#include <rewrite/text/unit.hpp>
