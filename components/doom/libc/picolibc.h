// SPDX-License-Identifier: BSD-2-Clause
// How picolibc is configured, in the place of what its own build generates.
#pragma once

#define TINY_STDIO
#define POSIX_IO
#define POSIX_CONSOLE
#define NEWLIB_GLOBAL_ERRNO
#define PREFER_SIZE_OVER_SPEED
#define _HAVE_CC_INHIBIT_LOOP_TO_LIBCALL
#define _NANO_MALLOC
#define _WANT_IO_LONG_LONG
#define __SINGLE_THREAD__
