// SPDX-License-Identifier: BSD-2-Clause
// What is called, and the slots that it is called through.
#pragma once

int direct(int x);
int special(int x);
int slot(int x);
int gated(int x);
