// SPDX-License-Identifier: Apache-2.0
// atc --model=MODEL.air --output=NAME --framework=1 --soc_version=SOC: compiles an exported graph to the
// offline model NAME.om, which ACL's model interface loads.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "ge/offline_compile.h"

namespace {

constexpr char kUsage[] =
    "usage: atc --model=MODEL.air --output=NAME [--framework=1] [--soc_version=SOC]\n"
    "Compiles the exported graph MODEL.air to the offline model NAME.om. Operators come from the packages "
    "that\n"
    "ASCEND_CUSTOM_OPP_PATH names. An option's value may also be the next argument.\n"
    "  --framework    of the model: 1 (AIR), the only one here\n"
    "  --soc_version  SoC to compile for (default: CANN_EMULATOR_SOC, or Ascend910B1)\n";

using Arguments = std::map<std::string, std::string>;

int Refuse(const std::string& reason) {
  std::fprintf(stderr, "atc: %s\n%s", reason.c_str(), kUsage);
  return 2;
}

// "--name=value" or "--name value". False, with a message written, for anything else.
bool Parse(int argc, char** argv, Arguments* arguments) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const auto known = arguments->find(name);
    if (known == arguments->end()) {
      Refuse("unknown option " + name + ": the emulator has nothing to tune");
      return false;
    }
    if (equals == std::string::npos && ++i == argc) {
      Refuse("option " + name + " needs a value");
      return false;
    }
    known->second = equals == std::string::npos ? argv[i] : argument.substr(equals + 1);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (std::string(argv[1]) == "--help" || std::string(argv[1]) == "-h")) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  Arguments arguments = {{"--model", ""}, {"--output", ""}, {"--framework", "1"}, {"--soc_version", ""}};
  if (!Parse(argc, argv, &arguments)) {
    return 2;
  }
  if (arguments["--model"].empty() || arguments["--output"].empty()) {
    return Refuse("--model and --output are needed");
  }
  if (arguments["--framework"] != "1") {
    return Refuse("--framework is " + arguments["--framework"] +
                  ", expected 1 (AIR): export the model with "
                  "torchair.dynamo_export");
  }
  if (!arguments["--soc_version"].empty()) {
    setenv("CANN_EMULATOR_SOC", arguments["--soc_version"].c_str(), 1);  // read when the runtime starts
  }
  std::string output = arguments["--output"];
  if (std::filesystem::path(output).extension() != ".om") {
    output += ".om";
  }
  const cann_emulator::Status status = cann_emulator::CompileOffline(arguments["--model"], output, {});
  if (!status.ok()) {
    std::fprintf(stderr, "atc: %s\n", status.message.c_str());
    return 1;
  }
  std::printf("ATC run success: %s for %s\n", output.c_str(), cann_emulator::CurrentSoc().name.c_str());
  return 0;
}
