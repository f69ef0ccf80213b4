// SPDX-License-Identifier: BSD-2-Clause
// Folders, files and programs for tests.
#include "workspace.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace rewrite {

namespace fs = std::filesystem;

Workspace::Workspace() : folder_before_(fs::current_path()) {
    std::string pattern = fs::temp_directory_path() / "workspace-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    folder_ = fs::canonical(pattern);
    fs::create_directory(folder_ + "/temporary");
    if (char const* const before = std::getenv("TMPDIR")) temporary_before_ = before;
    setenv("TMPDIR", (folder_ + "/temporary").c_str(), 1);
    fs::current_path(folder_);
}

Workspace::~Workspace() {
    fs::current_path(folder_before_);
    if (temporary_before_.empty())
        unsetenv("TMPDIR");
    else
        setenv("TMPDIR", temporary_before_.c_str(), 1);
    fs::remove_all(folder_);
}

void Workspace::write(std::string const& file, std::string const& text) const {
    fs::path const path = fs::path(folder_) / file;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

std::vector<std::string> Workspace::leftovers() const {
    std::vector<std::string> files;
    for (auto const& entry : fs::recursive_directory_iterator(folder_ + "/temporary"))
        files.push_back(entry.path());
    return files;
}

std::string contents(std::string const& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

Ran shell(std::string const& line) {
    Ran ran;
    std::FILE* const pipe = popen(("{ " + line + "; } 2>&1").c_str(), "r");
    if (pipe == nullptr) std::abort();
    std::array<char, 4096> buffer = {};
    while (size_t const count = std::fread(buffer.data(), 1, buffer.size(), pipe))
        ran.output.append(buffer.data(), count);
    int const status = pclose(pipe);
    ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ran;
}

std::vector<std::string> words(std::string const& line) {
    std::istringstream stream(line);
    std::vector<std::string> all;
    for (std::string word; stream >> word;)
        all.push_back(word);
    return all;
}

} // namespace rewrite
