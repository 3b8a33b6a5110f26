/* Runs a program and lets one of its changes to the disk fail.
 *
 *   failing REPORT ROOT N ERRNO PROGRAM ARG..
 *
 * Counts the calls by which the program and its threads change what is below the folder ROOT: files opened for writing, writes, truncations,
 * syncs, renames, new folders. The N-th of them (from 1; 0 for none) is not carried out and answers -ERRNO. How many there were, and which one
 * failed, is written to REPORT. The exit code is that of the program, or 200 + the signal that ended it.
 * Other programs that it starts are left alone. Linux on x86-64. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 4096, SIGNALLED = 200, BROKEN = 250 };

static const char *root;
static long count, chosen;
static int code;
static char failed[PATH_MAX + 64] = "none";
/* Threads, and whether each is in the middle of the call that fails. */
static struct { pid_t thread; int is_failing; } threads[MOST];

static int slot(pid_t thread) {
    for (int i = 0; i < MOST; i++)
        if (threads[i].thread == thread) return i;
    for (int i = 0; i < MOST; i++)
        if (!threads[i].thread) {
            threads[i].thread = thread;
            threads[i].is_failing = 0;
            return i;
        }
    exit(BROKEN);
}

static int is_below(const char *path) {
    size_t length = strlen(root);
    return !strncmp(path, root, length) && (path[length] == '/' || !path[length]);
}

/* The file of a descriptor. */
static int opened(pid_t thread, int descriptor, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", thread, descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_below(path);
}

/* A path in the memory of the program; one that is not absolute is relative to its folder. */
static int named(pid_t thread, unsigned long address, char *path) {
    char file[64], text[PATH_MAX] = "";
    snprintf(file, sizeof file, "/proc/%d/mem", thread);
    int memory = open(file, O_RDONLY);
    if (memory < 0) return 0;
    for (size_t at = 0; at < sizeof text - 1; at++)
        if (pread(memory, text + at, 1, (off_t)(address + at)) != 1 || !text[at]) break;
    close(memory);
    path[0] = 0;
    if (text[0] != '/') {
        snprintf(file, sizeof file, "/proc/%d/cwd", thread);
        ssize_t length = readlink(file, path, PATH_MAX - 1);
        path[length < 0 ? 0 : length] = 0;
        strncat(path, "/", PATH_MAX - strlen(path) - 1);
    }
    strncat(path, text, PATH_MAX - strlen(path) - 1);
    return is_below(path);
}

/* Whether a call changes something below the folder, and where. */
static int changes(pid_t thread, const struct user_regs_struct *call, char *path) {
    const long writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    switch (call->orig_rax) {
    case SYS_open: return (call->rsi & writes) && named(thread, call->rdi, path);
    case SYS_openat: return (call->rdx & writes) && named(thread, call->rsi, path);
    case SYS_creat: case SYS_mkdir: case SYS_rename: return named(thread, call->rdi, path);
    case SYS_mkdirat: case SYS_renameat: case SYS_renameat2: return named(thread, call->rsi, path);
    case SYS_write: case SYS_writev: case SYS_pwrite64: case SYS_pwritev: case SYS_fsync: case SYS_fdatasync:
    case SYS_ftruncate: case SYS_fallocate: return opened(thread, (int)call->rdi, path);
    case SYS_sendfile: return opened(thread, (int)call->rdi, path);
    case SYS_copy_file_range: return opened(thread, (int)call->rdx, path);
    default: return 0;
    }
}

static void at_call(pid_t thread, int number) {
    struct user_regs_struct call;
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GETREGS, thread, 0, &call)) return;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) < 0) return; /* It has been ended meanwhile. */
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        char path[PATH_MAX + 8] = "";
        if (changes(thread, &call, path) && ++count == chosen) {
            snprintf(failed, sizeof failed, "call %llu on %s", call.orig_rax, path);
            call.orig_rax = (unsigned long long)-1;
            ptrace(PTRACE_SETREGS, thread, 0, &call);
            threads[number].is_failing = 1;
        }
    } else if (threads[number].is_failing) {
        call.rax = (unsigned long long)-code;
        ptrace(PTRACE_SETREGS, thread, 0, &call);
        threads[number].is_failing = 0;
    }
}

int main(int argc, char **argv) {
    if (argc < 6) return BROKEN;
    root = argv[2], chosen = atol(argv[3]), code = atoi(argv[4]);
    pid_t child = fork();
    if (!child) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        raise(SIGSTOP);
        execvp(argv[5], argv + 5);
        _exit(BROKEN);
    }
    int status, end = BROKEN;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return BROKEN;
    if (ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL)) return BROKEN;
    slot(child);
    ptrace(PTRACE_SYSCALL, child, 0, 0);
    for (pid_t thread; (thread = waitpid(-1, &status, __WALL)) > 0;) {
        int number = slot(thread);
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            threads[number].thread = 0;
            if (thread == child) end = WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
            continue;
        }
        int signal = WSTOPSIG(status), deliver = 0;
        if (signal == (SIGTRAP | 0x80)) at_call(thread, number);
        else if (signal != SIGTRAP && signal != SIGSTOP) deliver = signal;
        ptrace(PTRACE_SYSCALL, thread, 0, deliver);
    }
    FILE *report = fopen(argv[1], "w");
    if (!report) return BROKEN;
    fprintf(report, "%ld\n%s\n", count, failed);
    return fclose(report) ? BROKEN : end;
}
