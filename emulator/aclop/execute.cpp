// SPDX-License-Identifier: Apache-2.0
// aclopCompileAndExecute: one operator of GE's library on a stream.
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "acl/acl_op_compiler.h"
#include "acl/runtime.h"
#include "acl/tensor_desc.h"
#include "aclop/attributes.h"
#include "aclop/single_op.h"

namespace {

using cann_emulator::OpLibrary;
using cann_emulator::ReportError;
using cann_emulator::Status;
using cann_emulator::aclop::SingleOp;

// CANN_EMULATOR_OP_DELAY_MS: milliseconds by which each operator is late, once when it is queued and once
// when it runs. It shows missing synchronisation.
void Delay() {
  static const int kMilliseconds = [] {
    const char* text = std::getenv("CANN_EMULATOR_OP_DELAY_MS");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  if (kMilliseconds > 0) std::this_thread::sleep_for(std::chrono::milliseconds(kMilliseconds));
}

// The operator, queued on the stream.
aclError Queue(const char* op_type, const SingleOp::Ports& inputs, const SingleOp::Ports& outputs,
               const aclopAttr* attr, aclrtStream stream, std::shared_ptr<SingleOp>* queued) {
  if (op_type == nullptr)
    return ReportError(ACL_ERROR_INVALID_PARAM, "aclopCompileAndExecute: the type is null");
  for (const auto& ports : {inputs, outputs}) {
    if (ports.count == 0 || (ports.count > 0 && ports.descs != nullptr && ports.buffers != nullptr)) continue;
    return ReportError(ACL_ERROR_INVALID_PARAM, std::string("operator ") + op_type + ": " +
                                                    std::to_string(ports.count) + " tensors in a null array");
  }
  Delay();
  std::string error;
  const OpLibrary* library = cann_emulator::LoadOpLibrary(&error);
  if (library == nullptr) return ReportError(ACL_ERROR_OP_LOAD_FAILED, error);
  auto op = std::make_shared<SingleOp>();
  const Status status =
      SingleOp::Make(*library, op_type, inputs, outputs,
                     attr == nullptr ? cann_emulator::Attributes() : attr->values, op.get());
  if (!status.ok()) return ReportError(status.code, status.message);
  *queued = op;
  return cann_emulator::EnqueueTask(stream, op->type(), [op, library] {
    Delay();
    return op->Run(*library);
  });
}

}  // namespace

aclError aclopCompileAndExecute(const char* op_type, int input_count,
                                const aclTensorDesc* const input_descs[], const aclDataBuffer* const inputs[],
                                int output_count, const aclTensorDesc* const output_descs[],
                                aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType,
                                aclopCompileType, const char*, aclrtStream stream) {
  std::shared_ptr<SingleOp> op;
  return Queue(op_type, {input_count, input_descs, inputs}, {output_count, output_descs, outputs}, attr,
               stream, &op);
}

aclError aclopCompileAndExecuteV2(const char* op_type, int input_count, aclTensorDesc* input_descs[],
                                  aclDataBuffer* inputs[], int output_count, aclTensorDesc* output_descs[],
                                  aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType,
                                  aclopCompileType, const char*, aclrtStream stream) {
  std::shared_ptr<SingleOp> op;
  aclError code = Queue(op_type, {input_count, input_descs, inputs}, {output_count, output_descs, outputs},
                        attr, stream, &op);
  if (code == ACL_SUCCESS) code = cann_emulator::SynchronizeStream(stream);
  if (code != ACL_SUCCESS) return code;
  for (int i = 0; i < output_count; ++i) {
    const std::vector<std::int64_t>& dims = op->results()[static_cast<std::size_t>(i)].dims;
    output_descs[i]->dims = dims;
    output_descs[i]->storage_dims = dims;
  }
  return ACL_SUCCESS;
}
