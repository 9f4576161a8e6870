// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/copy_check.h"
#include "acl/error.h"
#include "acl/stream.h"
#include "acl/task_recorder.h"

using namespace cann_emulator;

namespace {

Status RunCopy(const Copy& copy) {
  if (Status status = CheckCopy(copy); !status.ok()) return status;
  if (copy.size != 0) std::memmove(copy.dst, copy.src, copy.size);
  return {};
}

Status RunFill(const Fill& fill) {
  if (Status status = CheckFill(fill); !status.ok()) return status;
  if (fill.size != 0) std::memset(fill.address, fill.value, fill.size);
  return {};
}

// Checked when queued, for an error where it was made, and when it runs: memory may have been freed
// meanwhile.
aclError Queue(const Copy& copy, aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream(copy.function, handle, &stream); code != ACL_SUCCESS) return code;
  if (Status status = CheckQueuedCopy(copy); !status.ok()) return ReportStatus(status);
  NoteArguments(copy.dst, copy.src, copy.size);
  return PushWork(*stream, copy.function, [copy] { return RunCopy(copy); });
}

Copy RowOf(const Copy& plane, std::size_t row, std::size_t dst_pitch, std::size_t src_pitch) {
  Copy copy = plane;
  copy.dst = static_cast<char*>(plane.dst) + row * dst_pitch;
  copy.src = static_cast<const char*>(plane.src) + row * src_pitch;
  return copy;
}

int CheckPitches(const char* function, std::size_t width, std::size_t dst_pitch, std::size_t src_pitch) {
  if (width <= dst_pitch && width <= src_pitch) return ACL_SUCCESS;
  return ReportError(ACL_ERROR_RT_PARAM_INVALID, std::string(function) + ": width " + std::to_string(width) +
                                                     " exceeds the destination pitch " +
                                                     std::to_string(dst_pitch) + " or the source pitch " +
                                                     std::to_string(src_pitch));
}

int CheckBatch(const char* function, const void* const* arguments, std::size_t argument_count,
               std::size_t* fail_index) {
  for (std::size_t i = 0; i < argument_count; ++i) {
    if (arguments[i] == nullptr) return ReportNull(function, "one of the arrays");
  }
  return fail_index == nullptr ? ReportNull(function, "fail_index") : ACL_SUCCESS;
}

// The attributes repeat where each range lies; the emulator finds that from the addresses.
template <typename Run>
aclError RunBatch(const char* function, void** dsts, std::size_t* dst_sizes, void** srcs, std::size_t* sizes,
                  std::size_t count, std::size_t* fail_index, Run run) {
  const void* const arguments[] = {dsts, dst_sizes, srcs, sizes};
  if (int code = CheckBatch(function, arguments, 4, fail_index); code != ACL_SUCCESS) return code;
  for (std::size_t i = 0; i < count; ++i) {
    const int code = run(Copy{function, dsts[i], dst_sizes[i], srcs[i], sizes[i], ACL_MEMCPY_DEFAULT});
    if (code != ACL_SUCCESS) {
      *fail_index = i;
      return code;
    }
  }
  return ACL_SUCCESS;
}

}  // namespace

aclError aclrtMemcpy(void* dst, size_t dst_size, const void* src, size_t size, aclrtMemcpyKind kind) {
  return ReportStatus(RunCopy({"aclrtMemcpy", dst, dst_size, src, size, kind}));
}

aclError aclrtMemcpyAsync(void* dst, size_t dst_size, const void* src, size_t size, aclrtMemcpyKind kind,
                          aclrtStream stream) {
  return Queue({"aclrtMemcpyAsync", dst, dst_size, src, size, kind}, stream);
}

aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t dst_size, const void* src, size_t size,
                                       aclrtMemcpyKind kind, aclrtStream stream) {
  return Queue({"aclrtMemcpyAsyncWithCondition", dst, dst_size, src, size, kind}, stream);
}

aclError aclrtMemcpy2d(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) {
  const Copy plane{"aclrtMemcpy2d", dst, width, src, width, kind};
  if (int code = CheckPitches(plane.function, width, dst_pitch, src_pitch); code != ACL_SUCCESS) return code;
  for (std::size_t row = 0; row < height; ++row) {
    const Status status = RunCopy(RowOf(plane, row, dst_pitch, src_pitch));
    if (!status.ok()) return ReportStatus(status);
  }
  return ACL_SUCCESS;
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream handle) {
  const Copy plane{"aclrtMemcpy2dAsync", dst, width, src, width, kind};
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream(plane.function, handle, &stream); code != ACL_SUCCESS) return code;
  if (int code = CheckPitches(plane.function, width, dst_pitch, src_pitch); code != ACL_SUCCESS) return code;
  for (std::size_t row = 0; row < height; ++row) {
    const Status status = CheckQueuedCopy(RowOf(plane, row, dst_pitch, src_pitch));
    if (!status.ok()) return ReportStatus(status);
  }
  NoteArguments(dst, dst_pitch, src, src_pitch, width, height);
  return PushWork(*stream, plane.function, [=] {
    for (std::size_t row = 0; row < height; ++row) {
      Status status = RunCopy(RowOf(plane, row, dst_pitch, src_pitch));
      if (!status.ok()) return status;
    }
    return Status{};
  });
}

aclError aclrtMemcpyBatch(void** dsts, size_t* dst_sizes, void** srcs, size_t* sizes, size_t count,
                          aclrtMemcpyBatchAttr*, size_t*, size_t, size_t* fail_index) {
  return RunBatch("aclrtMemcpyBatch", dsts, dst_sizes, srcs, sizes, count, fail_index,
                  [](const Copy& copy) { return ReportStatus(RunCopy(copy)); });
}

aclError aclrtMemcpyBatchAsync(void** dsts, size_t* dst_sizes, void** srcs, size_t* sizes, size_t count,
                               aclrtMemcpyBatchAttr*, size_t*, size_t, size_t* fail_index,
                               aclrtStream stream) {
  return RunBatch("aclrtMemcpyBatchAsync", dsts, dst_sizes, srcs, sizes, count, fail_index,
                  [stream](const Copy& copy) { return Queue(copy, stream); });
}

aclError aclrtMemset(void* address, size_t max_size, int32_t value, size_t size) {
  return ReportStatus(RunFill({"aclrtMemset", address, max_size, size, value}));
}

aclError aclrtMemsetAsync(void* address, size_t max_size, int32_t value, size_t size, aclrtStream handle) {
  const Fill fill{"aclrtMemsetAsync", address, max_size, size, value};
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream(fill.function, handle, &stream); code != ACL_SUCCESS) return code;
  if (Status status = CheckFill(fill); !status.ok()) return ReportStatus(status);
  NoteArguments(fill.address, fill.value, fill.size);
  return PushWork(*stream, fill.function, [fill] { return RunFill(fill); });
}
