/* Writes down everything a process does to the files of one folder, and what it acknowledges, in
 * one order. Loaded with LD_PRELOAD; tests/chaos/power.py compiles it and reads what it writes.
 *
 *   TRACE_ROOT   the folder to watch
 *   TRACE_FILE   where the records go
 *
 * A record is a head and some bytes. One lock is held while a call is made and written down, so the
 * order of the records is the order of the calls. Only syncs are made without the lock: they take
 * long. Each has a record when it starts and another one when it has returned; what was written
 * before the first is on disk after the second.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define FDS 65536

struct head {
    uint32_t op; /* a letter */
    int32_t fd;
    uint64_t at;   /* an offset, a size, or the number of a sync */
    uint64_t size; /* of the bytes that follow */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static size_t root_size;
static int out = -1;
static pid_t owner; /* a child that is about to become another program changes nothing here */
static char watched[FDS];
static uint64_t syncs;
static const char *const marks[] = {"\"type\":\"ack\"", "\"invites\":"};

#define REAL(name) ((__typeof__(name) *)real(#name))

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        abort();
    return found;
}

static void put(char op, int fd, uint64_t at, const void *data, size_t size) {
    struct head head = {(uint32_t)op, fd, at, size};
    struct iovec parts[2] = {{&head, sizeof head}, {(void *)data, size}};
    int kept = errno;
    if (syscall(SYS_writev, out, parts, 2) != (long)(sizeof head + size))
        abort(); /* a trace with a gap proves nothing */
    errno = kept;
}

__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("TRACE_ROOT"), *file = getenv("TRACE_FILE");
    if (folder == NULL || file == NULL || realpath(folder, root) == NULL)
        return;
    root_size = strlen(root);
    owner = getpid();
    out = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (out < 0)
        abort();
    put('S', 0, 0, NULL, 0);
}

/* The path below the folder; NULL if it is elsewhere. */
static const char *below(const char *path) {
    if (out < 0 || path == NULL || strncmp(path, root, root_size) != 0)
        return NULL;
    if (path[root_size] == 0)
        return ".";
    return path[root_size] == '/' ? path + root_size + 1 : NULL;
}

static int is_watched(int fd) {
    return out >= 0 && fd >= 0 && fd < FDS && watched[fd];
}

/* ------------------------------------------------------------------------------------ names */
static int opened(int dir, const char *path, int flags, mode_t mode) {
    const char *name = below(path);
    if (name == NULL)
        return (int)syscall(SYS_openat, dir, path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat before;
    int is_new = (flags & O_CREAT) && stat(path, &before) != 0;
    int fd = (int)syscall(SYS_openat, dir, path, flags, mode);
    if (fd >= FDS)
        abort();
    if (fd >= 0) {
        watched[fd] = 1;
        put(is_new ? 'N' : 'O', fd, 0, name, strlen(name));
        if (!is_new && (flags & O_TRUNC))
            put('T', fd, 0, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPEN(NAME)                                     \
    int NAME(const char *path, int flags, ...) {       \
        va_list more;                                  \
        va_start(more, flags);                         \
        mode_t mode = va_arg(more, mode_t);            \
        va_end(more);                                  \
        return opened(AT_FDCWD, path, flags, mode);    \
    }
#define OPENAT(NAME)                                       \
    int NAME(int dir, const char *path, int flags, ...) {  \
        va_list more;                                      \
        va_start(more, flags);                             \
        mode_t mode = va_arg(more, mode_t);                \
        va_end(more);                                      \
        return opened(dir, path, flags, mode);             \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
    if (!is_watched(fd) || getpid() != owner)
        return REAL(close)(fd);
    pthread_mutex_lock(&lock);
    watched[fd] = 0;
    int done = REAL(close)(fd);
    pthread_mutex_unlock(&lock);
    return done;
}

#define NAMED(op, call)                              \
    const char *name = below(path);                  \
    if (name == NULL)                                \
        return call;                                 \
    pthread_mutex_lock(&lock);                       \
    int done = call;                                 \
    if (done == 0)                                   \
        put(op, 0, 0, name, strlen(name));           \
    pthread_mutex_unlock(&lock);                     \
    return done;

int unlink(const char *path) { NAMED('U', REAL(unlink)(path)) }
int unlinkat(int dir, const char *path, int flags) { NAMED('U', REAL(unlinkat)(dir, path, flags)) }
int mkdir(const char *path, mode_t mode) { NAMED('M', REAL(mkdir)(path, mode)) }

int rename(const char *path, const char *to) {
    const char *name = below(path), *other = below(to);
    if (name == NULL && other == NULL)
        return REAL(rename)(path, to);
    if (name == NULL || other == NULL)
        abort(); /* a file comes from elsewhere, or leaves: this is not modelled */
    pthread_mutex_lock(&lock);
    int done = REAL(rename)(path, to);
    if (done == 0) {
        char both[2 * PATH_MAX];
        size_t first = strlen(name) + 1, second = strlen(other);
        memcpy(both, name, first);
        memcpy(both + first, other, second);
        put('R', 0, 0, both, first + second);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

/* --------------------------------------------------------------------------------- contents */
static int says_something(const void *data, size_t size) {
    if (out < 0)
        return 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memmem(data, size, marks[i], strlen(marks[i])) != NULL)
            return 1;
    return 0;
}

ssize_t write(int fd, const void *data, size_t size) {
    int file = is_watched(fd);
    if (!file && !says_something(data, size))
        return REAL(write)(fd, data, size);
    pthread_mutex_lock(&lock);
    off_t at = file ? lseek(fd, 0, SEEK_CUR) : 0;
    ssize_t done = REAL(write)(fd, data, size);
    if (done > 0)
        put(file ? 'W' : 'A', fd, (uint64_t)at, data, (size_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

#define PWRITE(NAME)                                                  \
    ssize_t NAME(int fd, const void *data, size_t size, off_t at) {   \
        if (!is_watched(fd))                                          \
            return REAL(NAME)(fd, data, size, at);                    \
        pthread_mutex_lock(&lock);                                    \
        ssize_t done = REAL(NAME)(fd, data, size, at);                \
        if (done > 0)                                                 \
            put('W', fd, (uint64_t)at, data, (size_t)done);           \
        pthread_mutex_unlock(&lock);                                  \
        return done;                                                  \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNCATE(NAME)                                   \
    int NAME(int fd, off_t size) {                       \
        if (!is_watched(fd))                             \
            return REAL(NAME)(fd, size);                 \
        pthread_mutex_lock(&lock);                       \
        int done = REAL(NAME)(fd, size);                 \
        if (done == 0)                                   \
            put('T', fd, (uint64_t)size, NULL, 0);       \
        pthread_mutex_unlock(&lock);                     \
        return done;                                     \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(NAME)                              \
    int NAME(int fd) {                          \
        if (!is_watched(fd))                    \
            return REAL(NAME)(fd);              \
        pthread_mutex_lock(&lock);              \
        uint64_t number = ++syncs;              \
        put('B', fd, number, NULL, 0);          \
        pthread_mutex_unlock(&lock);            \
        int done = REAL(NAME)(fd);              \
        pthread_mutex_lock(&lock);              \
        if (done == 0)                          \
            put('E', fd, number, NULL, 0);      \
        pthread_mutex_unlock(&lock);            \
        return done;                            \
    }
SYNC(fsync)
SYNC(fdatasync)

/* A file that is written through memory cannot be followed. SQLite does that only with its index of
 * the log ("-shm"), which it makes anew after a crash. The reader of the trace knows the name. */
#define MMAP(NAME)                                                                       \
    void *NAME(void *where, size_t size, int rights, int flags, int fd, off_t at) {      \
        if (is_watched(fd) && (rights & PROT_WRITE) && (flags & MAP_SHARED)) {           \
            pthread_mutex_lock(&lock);                                                   \
            put('X', fd, 0, NULL, 0);                                                    \
            pthread_mutex_unlock(&lock);                                                 \
        }                                                                                \
        return REAL(NAME)(where, size, rights, flags, fd, at);                           \
    }
MMAP(mmap)
MMAP(mmap64)

/* ---------------------------------------------------------------------------- other ways out */
ssize_t writev(int fd, const struct iovec *parts, int count) {
    size_t size = 0;
    int said = 0;
    for (int i = 0; i < count; i++) {
        size += parts[i].iov_len;
        said = said || says_something(parts[i].iov_base, parts[i].iov_len);
    }
    if (size == 0 || !(said || is_watched(fd)))
        return REAL(writev)(fd, parts, count);
    while (parts->iov_len == 0)
        parts++;
    return write(fd, parts->iov_base, parts->iov_len); /* less than all: the caller goes on */
}

ssize_t send(int fd, const void *data, size_t size, int flags) {
    if (!says_something(data, size))
        return REAL(send)(fd, data, size, flags);
    pthread_mutex_lock(&lock);
    ssize_t done = REAL(send)(fd, data, size, flags);
    if (done > 0)
        put('A', fd, 0, data, (size_t)done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    for (size_t i = 0; i < message->msg_iovlen; i++)
        if (says_something(message->msg_iov[i].iov_base, message->msg_iov[i].iov_len))
            return writev(fd, message->msg_iov, (int)message->msg_iovlen);
    return REAL(sendmsg)(fd, message, flags);
}
