// SPDX-License-Identifier: Apache-2.0
// Offline models, dumps and captured models. Offline models are those that the emulator's atc writes, not a
// real CANN's .om files; capturing a stream fails by name.
#ifndef INC_EXTERNAL_ACL_ACL_MODEL_H_
#define INC_EXTERNAL_ACL_ACL_MODEL_H_

#include "acl_base.h"
#include "acl_base_mdl.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define ACL_MAX_DIM_CNT 128
#define ACL_MAX_TENSOR_NAME_LEN 128

typedef struct aclmdlDesc aclmdlDesc;
typedef struct aclmdlDataset aclmdlDataset;

typedef struct aclmdlIODims {
  char name[ACL_MAX_TENSOR_NAME_LEN];  // shortened where it is longer
  size_t dimCount;
  int64_t dims[ACL_MAX_DIM_CNT];  // -1: unknown
} aclmdlIODims;

// Loads a model for the calling thread's device. ...WithMem: intermediate values and weights go to memory of
// the caller's (sizes in bytes: aclmdlQuerySize), null gives the choice to ACL. A file that is damaged, no
// model of the emulator or made for another SoC is refused (ACL_ERROR_PARSE_MODEL).
aclError aclmdlLoadFromFile(const char* path, uint32_t* id);
aclError aclmdlLoadFromMem(const void* model, size_t size, uint32_t* id);
aclError aclmdlLoadFromFileWithMem(const char* path, uint32_t* id, void* work, size_t work_size, void* weight,
                                   size_t weight_size);
aclError aclmdlLoadFromMemWithMem(const void* model, size_t size, uint32_t* id, void* work, size_t work_size,
                                  void* weight, size_t weight_size);
aclError aclmdlUnload(uint32_t id);
aclError aclmdlQuerySize(const char* path, size_t* work_size, size_t* weight_size);
aclError aclmdlQuerySizeFromMem(const void* model, size_t size, size_t* work_size, size_t* weight_size);

// What a model's inputs and outputs are. Sizes are bytes, 0 where a dimension is unknown.
aclmdlDesc* aclmdlCreateDesc(void);
aclError aclmdlDestroyDesc(aclmdlDesc* desc);
aclError aclmdlGetDesc(aclmdlDesc* desc, uint32_t id);
aclError aclmdlGetDescFromFile(aclmdlDesc* desc, const char* path);
aclError aclmdlGetDescFromMem(aclmdlDesc* desc, const void* model, size_t size);
size_t aclmdlGetNumInputs(aclmdlDesc* desc);
size_t aclmdlGetNumOutputs(aclmdlDesc* desc);
size_t aclmdlGetInputSizeByIndex(aclmdlDesc* desc, size_t index);
size_t aclmdlGetOutputSizeByIndex(aclmdlDesc* desc, size_t index);
aclError aclmdlGetInputDims(const aclmdlDesc* desc, size_t index, aclmdlIODims* dims);
aclError aclmdlGetOutputDims(const aclmdlDesc* desc, size_t index, aclmdlIODims* dims);
const char* aclmdlGetInputNameByIndex(const aclmdlDesc* desc, size_t index);
const char* aclmdlGetOutputNameByIndex(const aclmdlDesc* desc, size_t index);
aclFormat aclmdlGetInputFormat(const aclmdlDesc* desc, size_t index);
aclFormat aclmdlGetOutputFormat(const aclmdlDesc* desc, size_t index);
aclDataType aclmdlGetInputDataType(const aclmdlDesc* desc, size_t index);
aclDataType aclmdlGetOutputDataType(const aclmdlDesc* desc, size_t index);
aclError aclmdlGetInputIndexByName(const aclmdlDesc* desc, const char* name, size_t* index);
aclError aclmdlGetOutputIndexByName(const aclmdlDesc* desc, const char* name, size_t* index);

// The buffers of a run's inputs or outputs, which stay the caller's. An input of unknown shape needs a
// description with its real one before each run; after a run the outputs have theirs.
aclmdlDataset* aclmdlCreateDataset(void);
aclError aclmdlDestroyDataset(const aclmdlDataset* dataset);
aclError aclmdlAddDatasetBuffer(aclmdlDataset* dataset, aclDataBuffer* buffer);
size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset* dataset);
aclDataBuffer* aclmdlGetDatasetBuffer(const aclmdlDataset* dataset, size_t index);
aclError aclmdlSetDatasetTensorDesc(aclmdlDataset* dataset, aclTensorDesc* desc, size_t index);
aclTensorDesc* aclmdlGetDatasetTensorDesc(const aclmdlDataset* dataset, size_t index);

// Runs a model, and waits (aclmdlExecute) or returns when the work is on the stream. An output whose buffer
// has no memory gets some: the caller frees it with aclrtFree.
aclError aclmdlExecute(uint32_t id, const aclmdlDataset* input, aclmdlDataset* output);
aclError aclmdlExecuteAsync(uint32_t id, const aclmdlDataset* input, aclmdlDataset* output,
                            aclrtStream stream);

aclError aclmdlInitDump(void);
aclError aclmdlSetDump(const char* config_path);
aclError aclmdlFinalizeDump(void);

typedef enum {
  ACL_MODEL_RI_CAPTURE_MODE_GLOBAL = 0,
  ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL = 1,
  ACL_MODEL_RI_CAPTURE_MODE_RELAXED = 2,
} aclmdlRICaptureMode;

typedef enum {
  ACL_MODEL_RI_CAPTURE_STATUS_NONE = 0,
  ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE = 1,
  ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED = 2,
} aclmdlRICaptureStatus;

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);
aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status, aclmdlRI* model);
aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* model);
aclError aclmdlRIExecuteAsync(aclmdlRI model, aclrtStream stream);
aclError aclmdlRIDestroy(aclmdlRI model);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_MODEL_H_
