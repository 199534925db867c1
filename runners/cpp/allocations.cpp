// Counts what a thread asks the allocator for. The C library lets a program define malloc and its like, and keeps its
// own under other names; operator new, and libraries, come here.
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "timing.hpp"

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

thread_local std::int64_t allocated = 0;

// Bytes that are broken may state any length, and the system gives more memory than there is: not so much at once.
constexpr std::size_t kMost = std::size_t{1} << 31;

bool counts(std::size_t size) {
  if (size > kMost) {
    errno = ENOMEM;
    return false;
  }
  allocated += static_cast<std::int64_t>(size);
  return true;
}

}  // namespace

std::int64_t allocated_bytes() { return allocated; }

extern "C" {
void* malloc(std::size_t size) { return counts(size) ? __libc_malloc(size) : nullptr; }
void* calloc(std::size_t number, std::size_t size) {
  std::size_t all;
  if (__builtin_mul_overflow(number, size, &all)) all = SIZE_MAX;
  return counts(all) ? __libc_calloc(number, size) : nullptr;
}
void* realloc(void* old, std::size_t size) { return counts(size) ? __libc_realloc(old, size) : nullptr; }
void* memalign(std::size_t alignment, std::size_t size) {
  return counts(size) ? __libc_memalign(alignment, size) : nullptr;
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** into, std::size_t alignment, std::size_t size) {
  *into = memalign(alignment, size);
  return *into == nullptr ? ENOMEM : 0;
}
}
