// SPDX-License-Identifier: BSD-2-Clause
// libpcap's own interpreter with the filters that a spec names: one source.
#include <sys/types.h>

#include "bpf_filter.c"

#include "bpf_filters.h"
