// SPDX-License-Identifier: Apache-2.0
// Channels within the process: a queue for each (device, name). The emulated device's side is the operators
// that print; they send through the same functions.
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "acl/runtime.h"
#include "stubs/tdt_dataset.h"

using cann_emulator::ReportError;

namespace {

constexpr std::size_t kDefaultCapacity = 128;

struct Channel {
  std::size_t capacity;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::unique_ptr<acltdtDataset>> queue;
};

using Key = std::pair<std::uint32_t, std::string>;

// One handle's view of a channel; waiting calls keep it alive and end when the handle is destroyed.
struct End {
  Key key;
  std::shared_ptr<Channel> channel;
  bool closed = false;  // guarded by the channel's mutex
};

}  // namespace

struct acltdtChannelHandle {
  std::shared_ptr<End> end;
};

namespace {

struct State {
  std::mutex mutex;
  std::map<Key, std::weak_ptr<Channel>> channels;
  std::set<const acltdtChannelHandle*> handles;
};

State& GetState() {
  static State& state = *new State;  // stream threads may use it while the process exits
  return state;
}

std::shared_ptr<End> FindEnd(const char* function, const acltdtChannelHandle* handle) {
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  if (state.handles.count(handle) != 0) return handle->end;
  ReportError(ACL_ERROR_INVALID_PARAM, std::string(function) + ": the handle is not a live channel");
  return nullptr;
}

// False when the time passes or the handle is destroyed first.
template <typename Ready>
bool WaitFor(End& end, std::unique_lock<std::mutex>& lock, std::int32_t timeout_ms, Ready ready) {
  const auto done = [&] { return end.closed || ready(); };
  std::condition_variable& changed = end.channel->changed;
  if (timeout_ms < 0) {
    changed.wait(lock, done);
  } else if (!changed.wait_for(lock, std::chrono::milliseconds(timeout_ms), done)) {
    return false;
  }
  return !end.closed;
}

// The tensor data is copied: the sender may reuse its memory at once.
std::unique_ptr<acltdtDataset> Copy(const std::string& name, const acltdtDataset& dataset) {
  auto copy = std::make_unique<acltdtDataset>();
  copy->name = name;
  copy->owns_items = true;
  for (const acltdtDataItem* item : dataset.items) {
    auto* received = new acltdtDataItem(*item);
    const auto* bytes = static_cast<const unsigned char*>(item->data);
    received->received.assign(bytes, bytes + item->size);
    received->data = received->received.data();
    copy->items.push_back(received);
  }
  return copy;
}

}  // namespace

acltdtChannelHandle* acltdtCreateChannel(uint32_t device, const char* name) {
  return acltdtCreateChannelWithCapacity(device, name, kDefaultCapacity);
}

acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t device, const char* name, size_t capacity) {
  if (name == nullptr || *name == '\0' || capacity == 0) {
    ReportError(ACL_ERROR_INVALID_PARAM,
                "acltdtCreateChannelWithCapacity: expected a name and a capacity above 0");
    return nullptr;
  }
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  const Key key{device, name};
  std::shared_ptr<Channel> channel = state.channels[key].lock();
  if (channel == nullptr) {
    channel = std::make_shared<Channel>();
    channel->capacity = capacity;
    state.channels[key] = channel;
  }
  auto* handle = new acltdtChannelHandle{std::make_shared<End>(End{key, std::move(channel)})};
  state.handles.insert(handle);
  return handle;
}

aclError acltdtDestroyChannel(acltdtChannelHandle* handle) {
  std::shared_ptr<End> end = FindEnd("acltdtDestroyChannel", handle);
  if (end == nullptr) return ACL_ERROR_INVALID_PARAM;
  {
    std::unique_lock lock(end->channel->mutex);
    end->closed = true;
    end->channel->changed.notify_all();
  }
  State& state = GetState();
  std::unique_lock lock(state.mutex);
  state.handles.erase(handle);
  delete handle;
  const Key key = end->key;
  end.reset();
  auto found = state.channels.find(key);
  if (found != state.channels.end() && found->second.expired()) state.channels.erase(found);
  return ACL_SUCCESS;
}

aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset, int32_t timeout) {
  const auto end = FindEnd("acltdtSendTensor", handle);
  if (end == nullptr) return ACL_ERROR_INVALID_PARAM;
  if (dataset == nullptr) {
    return ReportError(ACL_ERROR_INVALID_PARAM, "acltdtSendTensor: argument 'dataset' must not be null");
  }
  auto copy = Copy(end->key.second, *dataset);
  Channel& channel = *end->channel;
  std::unique_lock lock(channel.mutex);
  if (!WaitFor(*end, lock, timeout, [&] { return channel.queue.size() < channel.capacity; })) {
    cann_emulator::ClearDataset(copy.get());
    return ReportError(ACL_ERROR_RT_QUEUE_FULL, "acltdtSendTensor: the channel '" + end->key.second +
                                                    "' stayed full for " + std::to_string(timeout) +
                                                    " ms, or was destroyed");
  }
  channel.queue.push_back(std::move(copy));
  channel.changed.notify_all();
  return ACL_SUCCESS;
}

aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset, int32_t timeout) {
  const auto end = FindEnd("acltdtReceiveTensor", handle);
  if (end == nullptr) return ACL_ERROR_INVALID_PARAM;
  if (dataset == nullptr) {
    return ReportError(ACL_ERROR_INVALID_PARAM, "acltdtReceiveTensor: argument 'dataset' must not be null");
  }
  Channel& channel = *end->channel;
  std::unique_lock lock(channel.mutex);
  if (!WaitFor(*end, lock, timeout, [&] { return !channel.queue.empty(); })) {
    return ReportError(ACL_ERROR_RT_QUEUE_EMPTY, "acltdtReceiveTensor: nothing arrived on the channel '" +
                                                     end->key.second + "' within " + std::to_string(timeout) +
                                                     " ms, or it was destroyed");
  }
  cann_emulator::ClearDataset(dataset);
  *dataset = std::move(*channel.queue.front());
  channel.queue.pop_front();
  channel.changed.notify_all();
  return ACL_SUCCESS;
}
