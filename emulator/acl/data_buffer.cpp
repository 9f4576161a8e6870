// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "acl/error.h"
#include "acl/tensor_desc.h"

using namespace cann_emulator;

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) { return new aclDataBuffer{data, size}; }

aclError aclDestroyDataBuffer(const aclDataBuffer* buffer) {
  if (buffer == nullptr) return ReportNull("aclDestroyDataBuffer", "buffer");
  delete buffer;
  return ACL_SUCCESS;
}

aclError aclUpdateDataBuffer(aclDataBuffer* buffer, void* data, size_t size) {
  if (buffer == nullptr) return ReportNull("aclUpdateDataBuffer", "buffer");
  *buffer = {data, size};
  return ACL_SUCCESS;
}

void* aclGetDataBufferAddr(const aclDataBuffer* buffer) { return buffer == nullptr ? nullptr : buffer->data; }

uint32_t aclGetDataBufferSize(const aclDataBuffer* buffer) {
  const size_t size = aclGetDataBufferSizeV2(buffer);
  return size > std::numeric_limits<uint32_t>::max() ? 0 : static_cast<uint32_t>(size);
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* buffer) { return buffer == nullptr ? 0 : buffer->size; }
