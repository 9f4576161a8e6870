// SPDX-License-Identifier: Apache-2.0
// Devices, contexts, memory, streams, events and callbacks. Types are in acl_rt_types.h.
//
// Every function returns ACL_SUCCESS or a code of error_codes/rt_error_codes.h or acl_base_rt.h, and on
// failure leaves the reason in aclGetRecentErrMsg(). Sizes are in bytes; time-outs in milliseconds, -1 waits
// for ever.
#ifndef INC_EXTERNAL_ACL_ACL_RT_H_
#define INC_EXTERNAL_ACL_ACL_RT_H_

#include "acl_base.h"
#include "acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

// Devices and contexts. The calling thread's device is that of its current context; a thread has none until
// aclrtSetDevice or aclrtSetCurrentContext (then: ACL_ERROR_RT_CONTEXT_NULL).
aclError aclrtGetDeviceCount(uint32_t* count);
aclError aclrtSetDevice(int32_t device);
aclError aclrtGetDevice(int32_t* device);
aclError aclrtResetDevice(int32_t device);       // waits for its streams; memory stays allocated
aclError aclrtResetDeviceForce(int32_t device);  // the same, whatever other threads still use
aclError aclrtGetRunMode(aclrtRunMode* mode);
aclError aclrtSetTsDevice(aclrtTsId ts);
aclError aclrtSynchronizeDevice(void);
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);
aclError aclrtCreateContext(aclrtContext* context, int32_t device);
aclError aclrtDestroyContext(aclrtContext context);
aclError aclrtSetCurrentContext(aclrtContext context);
aclError aclrtGetCurrentContext(aclrtContext* context);
aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);
aclError aclrtGetPrimaryCtxState(int32_t device, uint32_t* flags, int32_t* active);
aclError aclrtDeviceCanAccessPeer(int32_t* can_access, int32_t device, int32_t peer);
aclError aclrtDeviceEnablePeerAccess(int32_t peer, uint32_t flags);
aclError aclrtDeviceDisablePeerAccess(int32_t peer);
aclError aclrtDeviceGetBareTgid(int32_t* pid);
aclError aclrtDeviceGetUuid(int32_t device, aclrtUuid* uuid);
aclError aclrtGetLogicDevIdByUserDevId(int32_t user_device, int32_t* logic_device);
aclError aclrtGetUserDevIdByLogicDevId(int32_t logic_device, int32_t* user_device);

// The SoC: names as in CANN_EMULATOR_SOC.
const char* aclrtGetSocName(void);
aclError aclrtGetDeviceInfo(uint32_t device, aclrtDevAttr attribute, int64_t* value);
aclError aclGetDeviceCapability(uint32_t device, aclDeviceInfo info, int64_t* value);
aclError aclrtGetDeviceResLimit(int32_t device, aclrtDevResLimitType type, uint32_t* value);
aclError aclrtSetDeviceResLimit(int32_t device, aclrtDevResLimitType type, uint32_t value);
aclError aclrtResetDeviceResLimit(int32_t device);
aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t* value);
aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value);
aclError aclrtResetStreamResLimit(aclrtStream stream);
aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);
aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);
aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value);

// Run-time switches. Saturation of float overflow is not emulated: only ACL_RT_OVERFLOW_MODE_INFNAN is
// accepted.
aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);
aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode);
aclError aclrtSetSysParamOpt(aclSysParamOpt option, int64_t value);
aclError aclrtGetSysParamOpt(aclSysParamOpt option, int64_t* value);
aclError aclrtCtxSetSysParamOpt(aclSysParamOpt option, int64_t value);
aclError aclrtCtxGetSysParamOpt(aclSysParamOpt option, int64_t* value);
aclError aclrtSetOpWaitTimeout(uint32_t seconds);
aclError aclrtSetOpExecuteTimeOut(uint32_t seconds);
aclError aclrtSetOpExecuteTimeOutV2(uint64_t microseconds, uint64_t* actual);
aclError aclrtGetLastError(aclrtLastErrLevel level);     // and clears it
aclError aclrtPeekAtLastError(aclrtLastErrLevel level);  // and keeps it

// Memory. Device addresses are aligned to 512 bytes. No memory: ACL_ERROR_RT_MEMORY_ALLOCATION.
aclError aclrtMalloc(void** address, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocAlign32(void** address, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocCached(void** address, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocWithCfg(void** address, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* config);
aclError aclrtFree(void* address);
aclError aclrtMallocHost(void** address, size_t size);
aclError aclrtMallocHostWithCfg(void** address, uint64_t size, aclrtMallocConfig* config);
aclError aclrtFreeHost(void* address);
aclError aclrtHostRegister(void* address, uint64_t size, aclrtHostRegisterType type, void** device_address);
aclError aclrtHostRegisterV2(void* address, uint64_t size, uint32_t flags);
aclError aclrtHostUnregister(void* address);
aclError aclrtHostGetDevicePointer(void* address, void** device_address, uint32_t flags);
aclError aclrtGetMemInfo(aclrtMemAttr attribute, size_t* free_bytes, size_t* total_bytes);
aclError aclrtPointerGetAttributes(const void* address, aclrtPtrAttributes* attributes);
aclError aclrtMemFlush(void* address, size_t size);
aclError aclrtMemInvalidate(void* address, size_t size);
aclError aclrtCmoAsync(void* address, size_t size, aclrtCmoType type, aclrtStream stream);

// Address space and physical memory apart. A handle is mapped at one address at a time; contents do not
// outlive the mapping.
aclError aclrtReserveMemAddress(void** address, size_t size, size_t alignment, void* expected,
                                uint64_t flags);
aclError aclrtReleaseMemAddress(void* address);
aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp* properties,
                             uint64_t flags);
aclError aclrtFreePhysical(aclrtDrvMemHandle handle);
aclError aclrtMapMem(void* address, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags);
aclError aclrtUnmapMem(void* address);
aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* properties, aclrtMemGranularityOptions option,
                                          size_t* granularity);

// Copies. Both ranges are checked against the allocations they lie in. The Async forms take effect in stream
// order: host memory must stay valid until then.
aclError aclrtMemcpy(void* dst, size_t dst_size, const void* src, size_t size, aclrtMemcpyKind kind);
aclError aclrtMemcpyAsync(void* dst, size_t dst_size, const void* src, size_t size, aclrtMemcpyKind kind,
                          aclrtStream stream);
aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t dst_size, const void* src, size_t size,
                                       aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpy2d(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                       size_t height, aclrtMemcpyKind kind);
aclError aclrtMemcpy2dAsync(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyBatch(void** dsts, size_t* dst_sizes, void** srcs, size_t* sizes, size_t count,
                          aclrtMemcpyBatchAttr* attributes, size_t* attribute_indexes, size_t attribute_count,
                          size_t* fail_index);
aclError aclrtMemcpyBatchAsync(void** dsts, size_t* dst_sizes, void** srcs, size_t* sizes, size_t count,
                               aclrtMemcpyBatchAttr* attributes, size_t* attribute_indexes,
                               size_t attribute_count, size_t* fail_index, aclrtStream stream);
aclError aclrtMemset(void* address, size_t max_size, int32_t value, size_t size);
aclError aclrtMemsetAsync(void* address, size_t max_size, int32_t value, size_t size, aclrtStream stream);

// Streams. The null stream is the default stream of the current context.
aclError aclrtCreateStream(aclrtStream* stream);
aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flags);
aclError aclrtDestroyStream(aclrtStream stream);       // runs what is queued first
aclError aclrtDestroyStreamForce(aclrtStream stream);  // drops what has not started
aclError aclrtSynchronizeStream(aclrtStream stream);
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);
aclError aclrtStreamGetId(aclrtStream stream, int32_t* id);
aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);
aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr attribute, aclrtStreamAttrValue* value);
aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t enabled);
aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* enabled);

// Events. Wait, query and synchronise refer to the latest record; without one they are satisfied at once.
aclError aclrtCreateEvent(aclrtEvent* event);
aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flags);
aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flags);
aclError aclrtDestroyEvent(aclrtEvent event);
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);
aclError aclrtSynchronizeEvent(aclrtEvent event);
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);
aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);
aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status);
aclError aclrtEventElapsedTime(float* milliseconds, aclrtEvent start, aclrtEvent end);
aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* microseconds);
aclError aclrtGetEventId(aclrtEvent event, uint32_t* id);

// Host functions in stream order. aclrtLaunchCallback runs in the thread that is subscribed to the stream,
// inside its aclrtProcessReport; `thread` is that thread's pthread_self().
aclError aclrtSubscribeReport(uint64_t thread, aclrtStream stream);
aclError aclrtUnSubscribeReport(uint64_t thread, aclrtStream stream);
aclError aclrtProcessReport(int32_t timeout);
aclError aclrtLaunchCallback(aclrtCallback function, void* argument, aclrtCallbackBlockType block,
                             aclrtStream stream);
aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc function, void* argument);

// Versions: of the emulated interface; the text names the emulator.
aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version);
aclError aclsysGetVersionStr(char* package, char* version);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif  // INC_EXTERNAL_ACL_ACL_RT_H_
