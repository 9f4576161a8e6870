// SPDX-License-Identifier: Apache-2.0
// PhiloxRandom, which dav-3510 has and dav-2201 not.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "ascendc/library_call.h"

namespace AscendC {

using PhiloxKey = std::uint32_t[2];
using PhiloxCounter = std::uint32_t[4];

// `row` rows of `column` elements out of rows of `stride`.
struct PhiloxRandomParams {
  std::uint32_t stride;
  std::uint32_t row;
  std::uint32_t column;
};

namespace detail {

// The four words of Philox4x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011) at
// `counter` + `block`.
struct PhiloxWords {
  PhiloxWords(const PhiloxKey& key, const PhiloxCounter& counter, std::uint64_t block, int rounds) {
    std::uint64_t carry = block;
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t sum = counter[i] + (carry & 0xFFFFFFFFU);
      words[i] = static_cast<std::uint32_t>(sum);
      carry = (carry >> 32) + (sum >> 32);
    }
    std::uint32_t key0 = key[0];
    std::uint32_t key1 = key[1];
    for (int round = 0; round < rounds; ++round, key0 += 0x9E3779B9U, key1 += 0xBB67AE85U) {
      const std::uint64_t product0 = std::uint64_t{0xD2511F53U} * words[0];
      const std::uint64_t product1 = std::uint64_t{0xCD9E8D57U} * words[2];
      words[0] = static_cast<std::uint32_t>(product1 >> 32) ^ words[1] ^ key0;
      words[2] = static_cast<std::uint32_t>(product0 >> 32) ^ words[3] ^ key1;
      words[1] = static_cast<std::uint32_t>(product1);
      words[3] = static_cast<std::uint32_t>(product0);
    }
  }

  std::uint32_t words[4];
};

// The word itself; as a float its low 23 bits are the fraction of a number in [1, 2), less 1.
template <typename T>
T PhiloxNumber(std::uint32_t word) {
  if constexpr (std::is_same_v<T, float>) {
    const std::uint32_t bits = 0x3F800000U | (word & 0x7FFFFFU);
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value - 1.0F;
  } else {
    return static_cast<T>(word);
  }
}

template <std::uint16_t Rounds, typename T>
void FillRandom(const LocalTensor<T>& destination, const PhiloxKey& key, const PhiloxCounter& counter,
                const PhiloxRandomParams& params, Site site) {
  CANN_EMULATOR_ON_DAV_3510(PhiloxRandom, T);
  static_assert(Rounds == 7 || Rounds == 10, "PhiloxRandom: Rounds is 7 or 10");
  static_assert(kIsOneOf<T, std::uint32_t, std::int32_t, float>,
                "PhiloxRandom: the library has it for uint32_t, int32_t and float");
  T* to = LibraryCall("PhiloxRandom", site)
              .Write("dstLocal", destination, std::uint64_t{params.row} * params.column);
  for (std::uint64_t row = 0; row < params.row; ++row) {
    for (std::uint32_t i = 0; i < params.column; ++i) {
      const std::uint64_t at = row * params.stride + i;
      const PhiloxWords block(key, counter, at / 4, Rounds);
      to[row * params.column + i] = PhiloxNumber<T>(block.words[at % 4]);
    }
  }
}

}  // namespace detail

// Uniform over all integers, or over [0, 1): four numbers for each step of the counter.
template <std::uint16_t Rounds = 7, typename T>
void PhiloxRandom(const LocalTensor<T>& dstLocal, const PhiloxKey& philoxKey,
                  const PhiloxCounter& philoxCounter, std::uint16_t count,
                  detail::Site site = detail::Site::Here()) {
  detail::FillRandom<Rounds>(dstLocal, philoxKey, philoxCounter, {count, 1, count}, site);
}
// A part of a matrix of random numbers, one row behind the other; a row starts `stride` numbers after the one
// before, so that, as in its page's figure, counter {1, 0, 0, 0} gives the columns from 4 on. column and
// stride are multiples of 4, stride at least column.
template <std::uint16_t Rounds = 7, typename T>
void PhiloxRandom(const LocalTensor<T>& dstLocal, const PhiloxKey& philoxKey,
                  const PhiloxCounter& philoxCounter, const PhiloxRandomParams& params,
                  detail::Site site = detail::Site::Here()) {
  const detail::LibraryCall call("PhiloxRandom", site);
  call.CheckSame("params.column % 4", params.column % 4, "none", 0);
  call.CheckSame("params.stride % 4", params.stride % 4, "none", 0);
  call.CheckAtMost("params.column", params.column, params.stride);
  detail::FillRandom<Rounds>(dstLocal, philoxKey, philoxCounter, params, site);
}

}  // namespace AscendC
