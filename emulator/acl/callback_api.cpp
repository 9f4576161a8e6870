// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <map>

#include "acl/acl_rt.h"
#include "acl/error.h"
#include "acl/recording.h"
#include "acl/report_queue.h"

namespace cann_emulator {
namespace {

struct Subscriptions {
  std::mutex mutex;
  std::map<std::uint64_t, std::shared_ptr<ReportQueue>> queues;  // by thread
  std::map<const Stream*, std::uint64_t> threads;                // by stream
};

Subscriptions& GetSubscriptions() {
  static Subscriptions& subscriptions = *new Subscriptions;  // outlives the stream threads
  return subscriptions;
}

std::shared_ptr<ReportQueue> QueueOf(const Stream* stream) {
  Subscriptions& subscriptions = GetSubscriptions();
  std::unique_lock lock(subscriptions.mutex);
  auto thread = subscriptions.threads.find(stream);
  return thread == subscriptions.threads.end() ? nullptr : subscriptions.queues.at(thread->second);
}

}  // namespace

void AbandonReports() {
  Subscriptions& subscriptions = GetSubscriptions();
  std::unique_lock lock(subscriptions.mutex);
  for (const auto& entry : subscriptions.queues) entry.second->Abandon();
}

}  // namespace cann_emulator

using namespace cann_emulator;

aclError aclrtSubscribeReport(uint64_t thread, aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtSubscribeReport", handle, &stream); code != ACL_SUCCESS) return code;
  Subscriptions& subscriptions = GetSubscriptions();
  std::unique_lock lock(subscriptions.mutex);
  if (!subscriptions.threads.emplace(stream.get(), thread).second) {
    return ReportError(ACL_ERROR_RT_STREAM_SUBSCRIBE, "aclrtSubscribeReport: " + StreamText(*stream) +
                                                          " is subscribed already; unsubscribe it first");
  }
  std::shared_ptr<ReportQueue>& queue = subscriptions.queues[thread];
  if (queue == nullptr) queue = std::make_shared<ReportQueue>();
  return ACL_SUCCESS;
}

aclError aclrtUnSubscribeReport(uint64_t thread, aclrtStream handle) {
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtUnSubscribeReport", handle, &stream); code != ACL_SUCCESS) return code;
  Subscriptions& subscriptions = GetSubscriptions();
  std::unique_lock lock(subscriptions.mutex);
  auto found = subscriptions.threads.find(stream.get());
  if (found == subscriptions.threads.end() || found->second != thread) {
    return ReportError(ACL_ERROR_RT_STREAM_SUBSCRIBE, "aclrtUnSubscribeReport: thread " +
                                                          std::to_string(thread) + " is not subscribed to " +
                                                          StreamText(*stream));
  }
  subscriptions.threads.erase(found);
  for (const auto& entry : subscriptions.threads) {
    if (entry.second == thread) return ACL_SUCCESS;  // it still serves another stream
  }
  subscriptions.queues.at(thread)->Abandon();
  subscriptions.queues.erase(thread);
  return ACL_SUCCESS;
}

aclError aclrtProcessReport(int32_t timeout) {
  std::shared_ptr<ReportQueue> queue;
  {
    Subscriptions& subscriptions = GetSubscriptions();
    std::unique_lock lock(subscriptions.mutex);
    auto found = subscriptions.queues.find(static_cast<std::uint64_t>(pthread_self()));
    if (found != subscriptions.queues.end()) queue = found->second;
  }
  if (queue == nullptr) {
    return ReportError(ACL_ERROR_RT_THREAD_SUBSCRIBE,
                       "aclrtProcessReport: the calling thread is not subscribed to any stream");
  }
  if (queue->Process(DeadlineAfter(timeout))) return ACL_SUCCESS;
  return ReportError(ACL_ERROR_RT_REPORT_TIMEOUT,
                     "aclrtProcessReport: no callback arrived within " + std::to_string(timeout) + " ms");
}

aclError aclrtLaunchCallback(aclrtCallback function, void* argument, aclrtCallbackBlockType block,
                             aclrtStream handle) {
  if (function == nullptr) return ReportNull("aclrtLaunchCallback", "function");
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtLaunchCallback", handle, &stream); code != ACL_SUCCESS) return code;
  if (Status status = RefuseWhileRecording("aclrtLaunchCallback"); !status.ok()) return ReportStatus(status);
  std::shared_ptr<ReportQueue> queue = QueueOf(stream.get());
  if (queue == nullptr) {
    return ReportError(ACL_ERROR_RT_STREAM_NO_CB_REG,
                       "aclrtLaunchCallback: no thread is subscribed to " + StreamText(*stream) +
                           "; call aclrtSubscribeReport first, or use aclrtLaunchHostFunc");
  }
  return PushWork(*stream, "aclrtLaunchCallback", [queue, function, argument, block] {
    return queue->Deliver(function, argument, block == ACL_CALLBACK_BLOCK);
  });
}

aclError aclrtLaunchHostFunc(aclrtStream handle, aclrtHostFunc function, void* argument) {
  if (function == nullptr) return ReportNull("aclrtLaunchHostFunc", "function");
  std::shared_ptr<Stream> stream;
  if (int code = ResolveStream("aclrtLaunchHostFunc", handle, &stream); code != ACL_SUCCESS) return code;
  if (Status status = RefuseWhileRecording("aclrtLaunchHostFunc"); !status.ok()) return ReportStatus(status);
  return PushWork(*stream, "aclrtLaunchHostFunc", [function, argument] {
    function(argument);
    return Status{};
  });
}
