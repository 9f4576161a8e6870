// SPDX-License-Identifier: Apache-2.0
// Live objects behind opaque handles, so that a stale or foreign handle is an error and not a crash.
#pragma once

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace cann_emulator {

template <typename T>
class HandleTable {
 public:
  void* Add(std::shared_ptr<T> object) {
    void* handle = object.get();
    std::unique_lock lock(mutex_);
    objects_[handle] = std::move(object);
    return handle;
  }

  std::shared_ptr<T> Find(const void* handle) const {
    std::shared_lock lock(mutex_);
    auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  std::shared_ptr<T> Remove(const void* handle) {
    std::unique_lock lock(mutex_);
    auto found = objects_.find(handle);
    if (found == objects_.end()) return nullptr;
    std::shared_ptr<T> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }

  std::vector<std::shared_ptr<T>> All() const {
    std::shared_lock lock(mutex_);
    std::vector<std::shared_ptr<T>> all;
    for (const auto& entry : objects_) all.push_back(entry.second);
    return all;
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<T>> objects_;
};

}  // namespace cann_emulator
