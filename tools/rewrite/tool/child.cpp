// SPDX-License-Identifier: BSD-2-Clause
// Child processes, temporary files and the signals that end both.
#include "child.hpp"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace rewrite {
namespace {

constexpr std::array<int, 3> ending_signals = {SIGINT, SIGTERM, SIGHUP};
constexpr size_t file_limit = 4;

/// What the signal handler may touch: plain memory, written before it can matter.
struct Leftovers {
    std::array<char, PATH_MAX> folder = {};
    std::array<std::array<char, PATH_MAX>, file_limit> files = {};
    std::atomic<size_t> file_count = 0;
    std::atomic<bool> has_folder = false;
    std::atomic<pid_t> child = 0;
};

Leftovers leftovers;

static_assert(std::atomic<pid_t>::is_always_lock_free, "signal handlers must not lock");

void remove_leftovers() {
    if (!leftovers.has_folder.exchange(false)) return;
    for (size_t i = leftovers.file_count.exchange(0); i > 0; --i)
        unlink(leftovers.files[i - 1].data());
    rmdir(leftovers.folder.data());
}

void end_by_signal(int signal) {
    if (pid_t const child = leftovers.child; child > 0) {
        kill(child, signal);
        waitpid(child, nullptr, 0);
    }
    remove_leftovers();
    std::signal(signal, SIG_DFL);
    raise(signal);
}

/// Keeps ending signals away for as long as it lives.
class SignalBlock {
public:
    SignalBlock() {
        sigset_t signals;
        sigemptyset(&signals);
        for (int const signal : ending_signals)
            sigaddset(&signals, signal);
        sigprocmask(SIG_BLOCK, &signals, &before_);
    }
    ~SignalBlock() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
    SignalBlock(SignalBlock const&) = delete;
    SignalBlock& operator=(SignalBlock const&) = delete;

    sigset_t const& before() const { return before_; }

private:
    sigset_t before_ = {};
};

std::string temporary_root() {
    char const* const root = std::getenv("TMPDIR");
    return root != nullptr && *root != '\0' ? root : "/tmp";
}

bool write_all(int file, std::string const& contents) {
    for (size_t done = 0; done < contents.size();) {
        ssize_t const count = ::write(file, contents.data() + done, contents.size() - done);
        if (count < 0 && errno != EINTR) return false;
        if (count > 0) done += static_cast<size_t>(count);
    }
    return true;
}

int status_of(int wait_status) {
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/// Starts the program while ending signals are blocked, so that none falls between its start and
/// the note of its id. Returns an errno.
int start(std::vector<char*> const& words, std::string const& messages) {
    SignalBlock const block;
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t const& mask = block.before();
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (!messages.empty())
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(),
                                         O_WRONLY | O_TRUNC, 0);
    pid_t child = 0;
    int const error =
        posix_spawnp(&child, words.front(), &actions, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == 0) leftovers.child = child;
    return error;
}

} // namespace

/// While it lives, ending signals clean up first; ignored ones stay ignored.
class TemporaryFolder::SignalGuard {
public:
    SignalGuard() {
        struct sigaction action = {};
        action.sa_handler = end_by_signal;
        sigemptyset(&action.sa_mask);
        for (int const signal : ending_signals)
            sigaddset(&action.sa_mask, signal);
        for (size_t i = 0; i < ending_signals.size(); ++i) {
            sigaction(ending_signals[i], nullptr, &before_[i]);
            if (before_[i].sa_handler != SIG_IGN) sigaction(ending_signals[i], &action, nullptr);
        }
    }
    ~SignalGuard() {
        for (size_t i = 0; i < ending_signals.size(); ++i)
            sigaction(ending_signals[i], &before_[i], nullptr);
    }
    SignalGuard(SignalGuard const&) = delete;
    SignalGuard& operator=(SignalGuard const&) = delete;

private:
    std::array<struct sigaction, ending_signals.size()> before_ = {};
};

TemporaryFolder::TemporaryFolder() : guard_(std::make_unique<SignalGuard>()) {
    std::string const pattern = temporary_root() + "/rewrite-XXXXXX";
    if (pattern.size() >= leftovers.folder.size()) return;
    SignalBlock const block;
    std::memcpy(leftovers.folder.data(), pattern.c_str(), pattern.size() + 1);
    leftovers.file_count = 0;
    leftovers.has_folder = mkdtemp(leftovers.folder.data()) != nullptr;
}

TemporaryFolder::~TemporaryFolder() {
    remove_leftovers();
}

std::string TemporaryFolder::write(std::string const& name, std::string const& contents) {
    std::string path = std::string(leftovers.folder.data()) + "/" + name;
    size_t const count = leftovers.file_count;
    size_t index = 0;
    while (index < count && path != leftovers.files[index].data())
        ++index;
    if (!leftovers.has_folder || index == file_limit || path.size() >= PATH_MAX) return {};
    std::memcpy(leftovers.files[index].data(), path.c_str(), path.size() + 1);
    leftovers.file_count = std::max(count, index + 1);
    int const file =
        open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return {};
    bool const is_written = write_all(file, contents);
    bool const is_closed = close(file) == 0;
    return is_written && is_closed ? path : std::string();
}

int run_child(std::vector<std::string> const& words, std::string const& messages) {
    TemporaryFolder::SignalGuard const guard;
    std::vector<char*> pointers;
    for (std::string const& word : words)
        pointers.push_back(const_cast<char*>(word.c_str()));
    pointers.push_back(nullptr);

    if (int const error = start(pointers, messages); error != 0) {
        llvm::errs() << words.front() << ": " << std::strerror(error) << '\n';
        return error == ENOENT ? 127 : 126;
    }
    pid_t const child = leftovers.child;
    // The id is forgotten before it is free for another process.
    siginfo_t ended = {};
    while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR) {
    }
    leftovers.child = 0;
    int status = 0;
    waitpid(child, &status, 0);
    return status_of(status);
}

} // namespace rewrite
