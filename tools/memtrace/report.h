// SPDX-License-Identifier: BSD-2-Clause
// The results of a run as JSON; docs/how-we-measure.md describes them.
#pragma once

#include "session.h"

// Writes the results to the session's file and closes it. False if that failed.
bool report_write(struct Session* session);
