// SPDX-License-Identifier: BSD-2-Clause
// Runs one program for its exit status, and leaves nothing behind when a signal ends it.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace rewrite {

/// A new folder in $TMPDIR with files that are removed in the end, also after SIGINT, SIGTERM and
/// SIGHUP. Only one may exist at a time.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder const&) = delete;
    TemporaryFolder& operator=(TemporaryFolder const&) = delete;

    /// Writes one of at most four files and returns its path; empty if that failed, with `errno`
    /// set.
    std::string write(std::string const& name, std::string const& contents);

private:
    class SignalGuard;
    friend int run_child(std::vector<std::string> const& words, std::string const& messages);
    std::unique_ptr<SignalGuard> guard_;
};

/// Runs the program (searched in $PATH) and waits. Signals that would end this process go to the
/// program first. Returns the exit status, 128 + n after signal n, 127 if there is no such
/// program and 126 if it cannot be run, which is said on standard error. The program's own standard
/// error goes into the file `messages`, if one is named.
int run_child(std::vector<std::string> const& words, std::string const& messages = {});

} // namespace rewrite
