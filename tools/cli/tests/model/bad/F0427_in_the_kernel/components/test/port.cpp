// SPDX-License-Identifier: BSD-2-Clause
#include <domain/page.hpp>
#include <domain/port.hpp>
