/* SHA-256 (FIPS 180-4) of a message that fits into one block. A game with random draws computes a
   hash at every ply, and the objects and buffers of a general library would take several times as
   long as the hash itself. Nothing here raises. */
#include "CLuaBoundary.h"
#include <stdatomic.h>
#include <string.h>

enum { BLOCK = 64 /* in bytes */ };

static const uint32_t first[8] = {
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};
static const uint32_t constants[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
  0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
  0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
  0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t turned(uint32_t bits, int by) { return bits >> by | bits << (32 - by); }

/* Compresses one block, starting from the initial state. */
static void compress(const uint8_t block[BLOCK], uint32_t digest[8]) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++) {
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
  }
  memcpy(s, first, sizeof s);
  for (int eight = 0; eight < 64; eight += 8) {
    for (int i = 0; i < 8; i++) { /* the standard's a to h move by one place in each round */
      uint32_t a = s[-i & 7], b = s[1 - i & 7], c = s[2 - i & 7], e = s[4 - i & 7], f = s[5 - i & 7], g = s[6 - i & 7];
      uint32_t one = s[7 - i & 7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
                     + constants[eight + i] + w[eight + i];
      s[3 - i & 7] += one;
      s[7 - i & 7] = one + (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    }
  }
  for (int i = 0; i < 8; i++) digest[i] = first[i] + s[i];
}

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/* Does the same with the processor's SHA instructions. These instructions hold the state in the
   order ABEF and CDGH. */
__attribute__((target("sha,sse4.1,ssse3"))) static void compress_quickly(const uint8_t block[BLOCK], uint32_t digest[8]) {
  const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i abef = _mm_set_epi32((int)first[0], (int)first[1], (int)first[4], (int)first[5]);
  const __m128i cdgh = _mm_set_epi32((int)first[2], (int)first[3], (int)first[6], (int)first[7]);
  __m128i x = abef, y = cdgh, w[4];
  for (int i = 0; i < 4; i++) w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(block + 16 * i)), order);
  for (int i = 0; i < 16; i++) {
    if (i >= 4) { /* the four words after the previous sixteen */
      __m128i next = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
      next = _mm_add_epi32(next, _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4));
      w[i % 4] = _mm_sha256msg2_epu32(next, w[(i + 3) % 4]);
    }
    __m128i added = _mm_add_epi32(w[i % 4], _mm_loadu_si128((const __m128i *)(const void *)(constants + 4 * i)));
    y = _mm_sha256rnds2_epu32(y, x, added);
    x = _mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32(added, 0x0e));
  }
  uint32_t low[4], high[4];
  _mm_storeu_si128((__m128i *)(void *)low, _mm_add_epi32(x, abef));   /* F E B A */
  _mm_storeu_si128((__m128i *)(void *)high, _mm_add_epi32(y, cdgh));  /* H G D C */
  const uint32_t words[8] = { low[3], low[2], high[3], high[2], low[1], low[0], high[1], high[0] };
  memcpy(digest, words, sizeof words);
}

static bool is_quick(void) {
  static _Atomic int known; /* 0: not yet; 1: no; 2: yes */
  int answer = atomic_load_explicit(&known, memory_order_relaxed);
  if (!answer) {
    unsigned a, b = 0, c, d;
    bool has = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1;
    answer = has && __get_cpuid(1, &a, &b, &c, &d) && c >> 19 & 1 ? 2 : 1; /* SHA, SSE4.1 */
    atomic_store_explicit(&known, answer, memory_order_relaxed);
  }
  return answer == 2;
}
#else
static void compress_quickly(const uint8_t block[BLOCK], uint32_t digest[8]) { compress(block, digest); }
static bool is_quick(void) { return false; }
#endif

void guard_hash_short(const uint8_t *message, size_t count, bool plainly, int64_t words[4]) {
  uint8_t block[BLOCK] = { 0 };
  uint32_t digest[8];
  if (count > GUARD_SHORT) count = GUARD_SHORT;
  memcpy(block, message, count);
  block[count] = 0x80;
  block[BLOCK - 2] = (uint8_t)(count * 8 >> 8);
  block[BLOCK - 1] = (uint8_t)(count * 8);
  if (!plainly && is_quick()) compress_quickly(block, digest);
  else compress(block, digest);
  for (int i = 0; i < 4; i++) words[i] = (int64_t)((uint64_t)digest[2 * i] << 32 | digest[2 * i + 1]);
}
