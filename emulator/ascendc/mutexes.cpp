// SPDX-License-Identifier: Apache-2.0
#include "ascendc/mutexes.h"

#include "ascendc/failure.h"
#include "ascendc/running_block.h"
#include "ascendc/runtime_cross_core.h"

namespace cann_emulator::ascendc {

MutexTable::Mutex& MutexTable::At(const char* call, std::uint8_t id, Site site) {
  if (id >= kCount) {
    Fail(call, site, Text("mutex id ", int{id}, " is out of range; ids are 0..", kCount - 1));
  }
  return mutexes_[id];
}

void MutexTable::Lock(pipe_t pipe, std::uint8_t id, Watch& watch, Site site) {
  Mutex& mutex = At("Mutex::Lock", id, site);
  if (mutex.locked) {
    Fail("Mutex::Lock", site,
         Text("mutex ", int{id}, " is locked by pipe ", PipeName(mutex.pipe), " (at ",
              ascendc::At(mutex.site), "): the lock never comes free; Unlock it first"));
  }
  mutex.locked = true;
  mutex.pipe = pipe;
  mutex.site = site;
  if (watch.is_on()) watch.Join(pipe, mutex.token);
}

void MutexTable::Unlock(pipe_t pipe, std::uint8_t id, Watch& watch, Site site) {
  Mutex& mutex = At("Mutex::Unlock", id, site);
  if (!mutex.locked || mutex.pipe != pipe) {
    Fail(
        "Mutex::Unlock", site,
        Text("mutex ", int{id}, " is ", mutex.locked ? Text("locked by pipe ", PipeName(mutex.pipe)) : "free",
             ", not locked by pipe ", PipeName(pipe), "; Lock and Unlock name one pipe and come in pairs"));
  }
  mutex.locked = false;
  if (watch.is_on()) mutex.token = watch.Publish(pipe);
}

std::uint8_t MutexTable::Alloc(Site site) {
  for (int id = kCount - 1; id >= 0; --id) {
    if (mutexes_[static_cast<std::size_t>(id)].allocated) continue;
    mutexes_[static_cast<std::size_t>(id)].allocated = true;
    return static_cast<std::uint8_t>(id);
  }
  Fail("AllocMutexID", site,
       Text("all ", kCount, " mutex ids are in use; give one back with ReleaseMutexID"));
}

void MutexTable::Release(std::uint8_t id, Site site) {
  Mutex& mutex = At("ReleaseMutexID", id, site);
  if (!mutex.allocated) {
    Fail("ReleaseMutexID", site, Text("mutex id ", int{id}, " was not given out by AllocMutexID"));
  }
  mutex.allocated = false;
}

void MutexTable::CheckAtEnd() const {
  for (int id = 0; id < kCount; ++id) {
    const Mutex& mutex = mutexes_[static_cast<std::size_t>(id)];
    if (!mutex.locked) continue;
    Fail("Mutex::Lock", mutex.site,
         Text("mutex ", id, " is still locked when the kernel ends; add the Unlock"));
  }
}

void LockMutex(pipe_t pipe, std::uint8_t id, Site site) {
  RunningBlock& block = CurrentBlock();
  block.mutexes().Lock(pipe, id, block.watch(), site);
}
void UnlockMutex(pipe_t pipe, std::uint8_t id, Site site) {
  RunningBlock& block = CurrentBlock();
  block.mutexes().Unlock(pipe, id, block.watch(), site);
}
std::uint8_t AllocMutex(Site site) { return CurrentBlock().mutexes().Alloc(site); }
void ReleaseMutex(std::uint8_t id, Site site) { CurrentBlock().mutexes().Release(id, site); }

}  // namespace cann_emulator::ascendc
