// SPDX-License-Identifier: Apache-2.0
// Serialisation of attributes (entries of a map<string, AttrDef>) and tensor descriptions: what
// attribute_reader.h reads.
#pragma once

#include <string>

#include "ge/op_library.h"
#include "graph/tensor.h"

namespace cann_emulator::engine {

std::string AttributeMessage(const std::string& name, const Attribute& value);
std::string TensorAttributeMessage(const std::string& name, const ::ge::Tensor& value);

// A named description; without dtype and shape where `desc` is null.
std::string TensorDescriptionMessage(const std::string& name, const ::ge::TensorDesc* desc);
// One of unknown rank and dtype.
std::string UnknownTensorMessage(const std::string& name);

}  // namespace cann_emulator::engine
