// SPDX-License-Identifier: Apache-2.0
#include "ge/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <system_error>

#include "ge/error.h"

namespace cann_emulator::engine {
namespace {

std::string Reason(const std::string& path, const char* what) {
  return "\"" + path + "\" cannot be " + what + ": " + std::generic_category().message(errno);
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() { Close(); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int Get() const { return descriptor_; }
  bool Close() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return descriptor < 0 || close(descriptor) == 0;
  }

 private:
  int descriptor_;
};

bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Status ReadFile(const std::string& path, std::string* bytes) {
  // O_NONBLOCK: opening a named pipe must not wait for its writer.
  File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat information = {};
  if (file.Get() < 0 || fstat(file.Get(), &information) != 0) {
    return Error(Reason(path, "read"));
  }
  if (!S_ISREG(information.st_mode)) {
    return Error("\"" + path + "\" cannot be read: it is no regular file");
  }
  try {
    bytes->resize(static_cast<std::size_t>(information.st_size));
  } catch (const std::bad_alloc&) {
    return Error("\"" + path + "\" of " + std::to_string(information.st_size) +
                 " bytes does not fit the memory");
  }
  std::size_t done = 0;
  while (done < bytes->size()) {
    const ssize_t count = read(file.Get(), bytes->data() + done, bytes->size() - done);
    if (count < 0 && errno != EINTR) {
      return Error(Reason(path, "read"));
    }
    if (count == 0) {
      return Error("\"" + path + "\" cannot be read: it became shorter meanwhile");
    }
    done += count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  return {};
}

Status WriteFile(const std::string& path, const std::vector<std::string_view>& parts) {
  std::string temporary = path + ".XXXXXX";
  File file(mkstemp(temporary.data()));
  if (file.Get() < 0) {
    return Error(Reason(path, "written"));
  }
  // mkstemp makes private files; a new file gets the rights that the process gives new files.
  const mode_t mask = umask(0);
  umask(mask);
  bool written = fchmod(file.Get(), 0666 & ~mask) == 0;
  for (const std::string_view part : parts) {
    written = written && WriteAll(file.Get(), part);
  }
  written = written && fsync(file.Get()) == 0;
  written = file.Close() && written;
  if (!written || rename(temporary.c_str(), path.c_str()) != 0) {
    const Status status = Error(Reason(path, "written"));
    unlink(temporary.c_str());
    return status;
  }
  return {};
}

}  // namespace cann_emulator::engine
