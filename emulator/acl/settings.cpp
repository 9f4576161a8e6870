// SPDX-License-Identifier: Apache-2.0
#include "acl/settings.h"

#include <sys/stat.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>

#include "acl/acl_base.h"
#include "acl/soc_table.h"

namespace cann_emulator {
namespace {

class Reader {
 public:
  explicit Reader(Status* status) : status_(status) {}

  // Calls `parse` with the variable's value when it is set and not empty; complains when it returns false.
  template <typename Parse>
  void Read(const char* name, const std::string& expected, Parse parse) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0' || parse(std::string(value)) || !status_->ok()) return;
    *status_ = {ACL_ERROR_INVALID_PARAM,
                std::string(name) + "='" + value + "' is not understood: expected " + expected};
  }

 private:
  Status* status_;
};

bool ParseSwitch(const std::string& text, bool* value) {
  if (text != "on" && text != "off" && text != "1" && text != "0") return false;
  *value = text == "on" || text == "1";
  return true;
}

// A whole number with an optional suffix K, M or G (powers of 1024).
bool ParseSize(const std::string& text, std::uint64_t* value) {
  if (std::isdigit(static_cast<unsigned char>(text[0])) == 0) return false;
  char* end = nullptr;
  errno = 0;
  const std::uint64_t number = std::strtoull(text.c_str(), &end, 10);
  int shift = 0;
  switch (std::toupper(static_cast<unsigned char>(*end))) {
    case 'K':
      shift = 10, ++end;
      break;
    case 'M':
      shift = 20, ++end;
      break;
    case 'G':
      shift = 30, ++end;
      break;
    default:
      break;
  }
  if (errno != 0 || *end != '\0' || (number << shift) >> shift != number) return false;
  *value = number << shift;
  return true;
}

bool ParseLogLevel(const std::string& text, int* value) {
  const char* const names[] = {"debug", "info", "warning", "error", "off"};
  for (int level = 0; level < 5; ++level) {
    if (text == names[level]) {
      *value = level;
      return true;
    }
  }
  return false;
}

Settings ReadSettings() {
  Settings settings;
  Reader reader(&settings.status);
  reader.Read("CANN_EMULATOR_DEVICES", "a number of devices from 0 to " + std::to_string(kMaxDevices),
              [&](const std::string& text) {
                std::uint64_t count = 0;
                if (!ParseSize(text, &count) || count > kMaxDevices) return false;
                settings.device_count = static_cast<int>(count);
                return true;
              });
  reader.Read("CANN_EMULATOR_MEMORY", "bytes, with an optional suffix K, M or G",
              [&](const std::string& text) {
                std::uint64_t limit = 0;
                if (!ParseSize(text, &limit)) return false;
                settings.memory_limit = limit;
                return true;
              });
  reader.Read("CANN_EMULATOR_CHECK", "'on', 'off' or 'strict'", [&](const std::string& text) {
    settings.strict_checks = text == "strict";
    return settings.strict_checks || ParseSwitch(text, &settings.checks);
  });
  reader.Read("CANN_EMULATOR_LATE_EFFECTS", "'on' or 'off'",
              [&](const std::string& text) { return ParseSwitch(text, &settings.late_effects); });
  reader.Read("CANN_EMULATOR_BLOCK_SEED", "a whole number", [&](const std::string& text) {
    settings.block_seed.emplace();
    return ParseSize(text, &*settings.block_seed);
  });
  reader.Read("CANN_EMULATOR_ATEN", "'on' or 'off'",
              [&](const std::string& text) { return ParseSwitch(text, &settings.load_aten); });
  reader.Read("CANN_EMULATOR_LOG", "'debug', 'info', 'warning', 'error' or 'off'",
              [&](const std::string& text) { return ParseLogLevel(text, &settings.log_level); });
  reader.Read("CANN_EMULATOR_SOC", "one of " + KnownSocNames(), [&](const std::string& text) {
    if (FindSoc(text) == nullptr) return false;
    settings.soc_name = text;
    return true;
  });
  reader.Read("CANN_EMULATOR_TRACE", "a folder that exists", [&](const std::string& text) {
    struct stat entry;
    if (stat(text.c_str(), &entry) != 0 || !S_ISDIR(entry.st_mode)) return false;
    settings.trace_folder = text;
    return true;
  });
  return settings;
}

}  // namespace

// Never destroyed: stream threads may still read it while the process exits.
const Settings& GetSettings() {
  static const Settings& settings = *new Settings(ReadSettings());
  return settings;
}

bool ChecksEnabled() { return GetSettings().checks; }
bool StrictChecksEnabled() { return GetSettings().strict_checks; }
const std::string& TraceFolder() { return GetSettings().trace_folder; }
bool LateEffectsEnabled() { return GetSettings().late_effects; }
std::optional<std::uint64_t> BlockSeed() { return GetSettings().block_seed; }

}  // namespace cann_emulator
