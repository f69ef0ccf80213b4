// SPDX-License-Identifier: BSD-2-Clause
// Scans all units of a build, each in a process of its own: commands run in folders of their own,
// and what clang cannot survive costs one unit.
#include "scan_all.hpp"

#include "commands.hpp"
#include "scan.hpp"

#include <rewrite/lib/files.hpp>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Threading.h>
#include <llvm/Support/raw_ostream.h>

#include <sys/wait.h>
#include <unistd.h>

#include <map>

namespace collapse {

using rewrite::Diagnostics;
using rewrite::write_text;

namespace {

constexpr int refused = 1;

/// Scans in the command's folder; the paths of the facts are then absolute.
std::optional<UnitFacts> scan_here(UnitCommand const& unit, Diagnostics& diagnostics) {
    if (llvm::sys::fs::set_current_path(unit.folder)) {
        diagnostics.refuse("C0110", {}, "`" + unit.folder + "` cannot be entered");
        return std::nullopt;
    }
    return facts_of(unit.command, diagnostics);
}

class Scanner {
public:
    Scanner(std::vector<UnitCommand> const& commands, Diagnostics& diagnostics)
        : commands_(commands), diagnostics_(diagnostics) {}

    std::vector<UnitFacts> run(unsigned jobs) {
        facts_.resize(commands_.size());
        for (size_t next = 0; next < commands_.size() || !running_.empty();) {
            if (next < commands_.size() && running_.size() < jobs)
                start(next++);
            else
                finish_one();
        }
        show_progress("");
        return std::move(facts_);
    }

private:
    struct Child {
        size_t unit;
        std::string file; ///< that it writes its facts to
    };

    void start(size_t unit) {
        llvm::SmallString<128> file;
        if (llvm::sys::fs::createTemporaryFile("collapse", "json", file)) {
            diagnostics_.refuse("C0111", {}, "there is no place for temporary files");
            return;
        }
        pid_t const child = fork();
        if (child == 0) _exit(scan_in_child(commands_[unit], file.str().str()));
        if (child > 0)
            running_[child] = {unit, file.str().str()};
        else
            diagnostics_.refuse("C0117", {}, "no process can be started");
    }

    static int scan_in_child(UnitCommand const& unit, std::string const& file) {
        Diagnostics unseen; // The parent finds them again, to show them with those of others.
        std::optional<UnitFacts> const facts = scan_here(unit, unseen);
        return facts && write_text(file, facts_text(*facts), unseen) ? 0 : refused;
    }

    void finish_one() {
        int status = 0;
        pid_t const child = wait(&status);
        auto const found = running_.find(child);
        if (found == running_.end()) return;
        Child const ended = found->second;
        running_.erase(found);
        llvm::FileRemover const remover(ended.file);
        UnitCommand const& unit = commands_[ended.unit];
        ++done_;
        show_progress(*unit.command.source);
        if (WIFSIGNALED(status))
            diagnostics_.refuse("C0117", {*unit.command.source},
                                "reading this unit ended with signal " +
                                    std::to_string(WTERMSIG(status)));
        else if (WEXITSTATUS(status) == refused)
            scan_here(unit, diagnostics_);
        else if (auto const text = read_text(ended.file, diagnostics_))
            if (auto facts = parse_facts(ended.file, *text, diagnostics_))
                facts_[ended.unit] = std::move(*facts);
    }

    void show_progress(std::string const& source) const {
        if (!llvm::sys::Process::StandardErrIsDisplayed()) return;
        llvm::errs() << "\r\x1b[K";
        if (!source.empty())
            llvm::errs() << '[' << done_ << '/' << commands_.size() << "] " << source;
    }

    std::vector<UnitCommand> const& commands_;
    Diagnostics& diagnostics_;
    std::vector<UnitFacts> facts_;
    std::map<pid_t, Child> running_;
    size_t done_ = 0;
};

} // namespace

std::vector<UnitFacts> scan_all(std::string const& build_folder, unsigned jobs,
                                Diagnostics& diagnostics) {
    llvm::SmallString<256> here;
    llvm::sys::fs::current_path(here);
    auto const commands = commands_in(build_folder, diagnostics);
    if (!commands) return {};
    if (jobs == 0) jobs = llvm::hardware_concurrency().compute_thread_count();
    std::vector<UnitFacts> facts = Scanner(*commands, diagnostics).run(jobs);
    llvm::sys::fs::set_current_path(here);
    return facts;
}

} // namespace collapse
