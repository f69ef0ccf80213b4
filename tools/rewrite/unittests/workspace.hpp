// SPDX-License-Identifier: BSD-2-Clause
// A folder of its own for a test, as the current one, with a $TMPDIR inside.
#pragma once

#include <string>
#include <vector>

namespace rewrite {

class Workspace {
public:
    Workspace();
    ~Workspace();
    Workspace(Workspace const&) = delete;
    Workspace& operator=(Workspace const&) = delete;

    /// Writes a file, with the folders it lies in.
    void write(std::string const& file, std::string const& text) const;

    std::string const& folder() const { return folder_; }

    /// Files left in $TMPDIR.
    std::vector<std::string> leftovers() const;

private:
    std::string folder_;
    std::string folder_before_;
    std::string temporary_before_;
};

/// The file's text; empty if there is none.
std::string contents(std::string const& file);

struct Ran {
    int status = 0;
    std::string output; ///< standard output and error
};

/// Runs a command line of the shell.
Ran shell(std::string const& line);

/// Splits at spaces.
std::vector<std::string> words(std::string const& line);

} // namespace rewrite
