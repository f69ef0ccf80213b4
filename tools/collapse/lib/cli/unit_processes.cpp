// SPDX-License-Identifier: BSD-2-Clause
// Works on all units of a build, each in a process of its own.
#include "unit_processes.hpp"

#include <rewrite/text/files.hpp>

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
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

class Processes {
public:
    Processes(std::vector<UnitCommand> const& units, UnitWork const& work, Diagnostics& diagnostics)
        : units_(units), work_(work), diagnostics_(diagnostics), texts_(units.size()) {}

    std::vector<std::optional<std::string>> run(unsigned jobs) {
        for (size_t next = 0; next < units_.size() || !running_.empty();) {
            if (next < units_.size() && running_.size() < jobs)
                start(next++);
            else
                finish_one();
        }
        show_progress("");
        return std::move(texts_);
    }

private:
    struct Child {
        size_t unit;
        std::string file; ///< that it writes its text to
    };

    void start(size_t unit) {
        llvm::SmallString<128> file;
        if (llvm::sys::fs::createTemporaryFile("collapse", "txt", file)) {
            diagnostics_.refuse("C0111", {}, "there is no place for temporary files");
            return;
        }
        pid_t const child = fork();
        if (child == 0) _exit(work_in_child(units_[unit], file.str().str()));
        if (child > 0)
            running_[child] = {unit, file.str().str()};
        else
            diagnostics_.refuse("C0117", {}, "no process can be started");
    }

    std::optional<std::string> work_here(UnitCommand const& unit, Diagnostics& diagnostics) {
        if (!llvm::sys::fs::set_current_path(unit.folder)) return work_(unit, diagnostics);
        diagnostics.refuse("C0110", {}, "`" + unit.folder + "` cannot be entered");
        return std::nullopt;
    }

    int work_in_child(UnitCommand const& unit, std::string const& file) {
        Diagnostics unseen; // The parent finds them again, to show them with those of others.
        std::optional<std::string> const text = work_here(unit, unseen);
        return text && write_text(file, *text, unseen) ? 0 : refused;
    }

    void finish_one() {
        int status = 0;
        pid_t const child = wait(&status);
        auto const found = running_.find(child);
        if (found == running_.end()) return;
        Child const ended = found->second;
        running_.erase(found);
        llvm::FileRemover const remover(ended.file);
        UnitCommand const& unit = units_[ended.unit];
        ++done_;
        show_progress(*unit.command.source);
        if (WIFSIGNALED(status))
            diagnostics_.refuse("C0117", {*unit.command.source},
                                "reading this unit ended with signal " +
                                    std::to_string(WTERMSIG(status)));
        else if (WEXITSTATUS(status) == refused)
            work_here(unit, diagnostics_);
        else
            texts_[ended.unit] = read_text(ended.file, diagnostics_);
    }

    void show_progress(std::string const& source) const {
        if (!llvm::sys::Process::StandardErrIsDisplayed()) return;
        llvm::errs() << "\r\x1b[K";
        if (!source.empty()) llvm::errs() << '[' << done_ << '/' << units_.size() << "] " << source;
    }

    std::vector<UnitCommand> const& units_;
    UnitWork const& work_;
    Diagnostics& diagnostics_;
    std::vector<std::optional<std::string>> texts_;
    std::map<pid_t, Child> running_;
    size_t done_ = 0;
};

} // namespace

std::vector<std::optional<std::string>> in_processes(std::vector<UnitCommand> const& units,
                                                     unsigned jobs, UnitWork const& work,
                                                     Diagnostics& diagnostics) {
    llvm::SmallString<256> here;
    llvm::sys::fs::current_path(here);
    if (jobs == 0) jobs = llvm::hardware_concurrency().compute_thread_count();
    auto texts = Processes(units, work, diagnostics).run(jobs);
    llvm::sys::fs::set_current_path(here);
    return texts;
}

} // namespace collapse
