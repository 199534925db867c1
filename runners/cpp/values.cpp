#include "values.hpp"

#include <algorithm>
#include <array>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/binary_from_base64.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <charconv>
#include <cstdio>
#include <stdexcept>

namespace {

[[noreturn]] void refuse(std::string_view text, const char* what) {
  throw std::invalid_argument("'" + std::string(text.substr(0, 60)) + "' is no " + what);
}

// Reads `digits` digits at the beginning of `text`, and what stands behind them, if anything has to.
int number(std::string_view& text, std::size_t digits, char behind, std::string_view all, const char* what) {
  int value = 0;
  const char* end = text.data() + digits;
  if (text.size() < digits + (behind != 0) || std::from_chars(text.data(), end, value).ptr != end || value < 0 ||
      (behind != 0 && *end != behind)) {
    refuse(all, what);
  }
  text.remove_prefix(digits + (behind != 0));
  return value;
}

Date date(std::string_view& text, std::string_view all, char behind, const char* what) {
  const int year = number(text, 4, '-', all, what);
  const auto month = static_cast<unsigned>(number(text, 2, '-', all, what));
  const auto day = static_cast<unsigned>(number(text, 2, behind, all, what));
  const Date made{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  if (!made.ok()) refuse(all, what);
  return made;
}

}  // namespace

std::string to_text(const Uuid& value) { return boost::uuids::to_string(value); }

void from_text(std::string_view text, Uuid& value) {
  if (text.size() != 36) refuse(text, "UUID");
  value = boost::uuids::string_generator()(text.begin(), text.end());
}

std::string to_text(const Date& value) {
  std::array<char, 16> text;
  const int size = std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(value.year()),
                                 static_cast<unsigned>(value.month()), static_cast<unsigned>(value.day()));
  return {text.data(), static_cast<std::size_t>(size)};
}

void from_text(std::string_view text, Date& value) {
  std::string_view rest = text;
  value = date(rest, text, 0, "date");
  if (!rest.empty()) refuse(text, "date");
}

std::string to_text(const Instant& value) {
  using namespace std::chrono;
  static constexpr Instant kFirst = sys_days(year(0) / 1 / 1), kEnd = sys_days(year(10000) / 1 / 1);
  if (value < kFirst || value >= kEnd) {
    throw std::out_of_range("RFC 3339 has the years 0 to 9999; this is millisecond " +
                            std::to_string(value.time_since_epoch().count()) + " of 1970");
  }
  const auto day = floor<days>(value);
  const hh_mm_ss time(value - day);
  std::array<char, 20> text;
  int size = std::snprintf(text.data(), text.size(), "T%02d:%02d:%02d", static_cast<int>(time.hours().count()),
                           static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  if (const auto milliseconds = static_cast<int>(time.subseconds().count()); milliseconds != 0) {
    size += std::snprintf(text.data() + size, text.size() - size, ".%03d", milliseconds);
  }
  return to_text(Date(day)).append(text.data(), size).append("Z");
}

void from_text(std::string_view text, Instant& value) {
  using namespace std::chrono;
  static constexpr const char* kWhat = "instant as RFC 3339 has it, in UTC";
  std::string_view rest = text;
  const auto day = sys_days(date(rest, text, 'T', kWhat));
  const int hour = number(rest, 2, ':', text, kWhat), minute = number(rest, 2, ':', text, kWhat);
  value = day + hours(hour) + minutes(minute) + seconds(number(rest, 2, 0, text, kWhat));
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    milliseconds scale(100);
    for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1), scale /= 10) {
      value += scale * (rest.front() - '0');
    }
  }
  if (rest != "Z" && rest != "+00:00") refuse(text, kWhat);
}

std::string to_text(const BigInteger& value) { return value.str(); }

void from_text(std::string_view text, BigInteger& value) {
  const auto digits = text.substr(!text.empty() && text.front() == '-');
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) refuse(text, "integer");
  const auto first = std::min(digits.find_first_not_of('0'), digits.size() - 1);  // or it would be octal
  value = BigInteger(std::string(digits.substr(first)));
  if (text.front() == '-') value = -value;
}

std::string to_text(const Bytes& value) {
  using namespace boost::archive::iterators;
  using Letters = base64_from_binary<transform_width<Bytes::const_iterator, 6, 8>>;
  std::string text;
  text.reserve((value.size() + 2) / 3 * 4);
  text.assign(Letters(value.begin()), Letters(value.end()));
  return text.append((3 - value.size() % 3) % 3, '=');
}

void from_text(std::string_view text, Bytes& value) {
  using namespace boost::archive::iterators;
  using Letters = transform_width<binary_from_base64<const char*>, 8, 6>;
  const auto letters = text.substr(0, text.find_last_not_of('=') + 1);
  const auto size = letters.size() * 6 / 8;
  if (text.size() % 4 != 0 || text.size() - letters.size() > 2) refuse(text, "base64");
  value.reserve(size);
  Letters next(letters.data());
  for (value.clear(); value.size() < size; ++next) value.push_back(*next);
}

Bytes to_bytes(const BigInteger& value) {
  Bytes bytes;
  const BigInteger magnitude = value < 0 ? BigInteger(-value - 1) : value;
  boost::multiprecision::export_bits(magnitude, std::back_inserter(bytes), 8);
  if (bytes.front() > 127) bytes.insert(bytes.begin(), 0);
  if (value < 0) {
    for (auto& each : bytes) each = static_cast<std::uint8_t>(~each);
  }
  return bytes;
}

void from_bytes(std::string_view bytes, BigInteger& value) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  boost::multiprecision::import_bits(value, first, first + bytes.size(), 8);
  if (!bytes.empty() && *first > 127) value -= BigInteger(1) << (8 * bytes.size());
}

Bytes to_timestamp(Instant value) {
  using namespace std::chrono;
  const auto whole = floor<std::chrono::seconds>(value);
  const auto seconds = static_cast<std::uint64_t>(whole.time_since_epoch().count());
  const auto fraction = static_cast<std::uint64_t>(std::chrono::nanoseconds(value - whole).count());
  Bytes bytes;
  const auto append = [&](std::uint64_t number, int size) {
    while (size-- > 0) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * size));
  };
  if (seconds >> 34 != 0) {
    append(fraction, 4);
    append(seconds, 8);
  } else if (fraction != 0 || seconds >> 32 != 0) {
    append(fraction << 34 | seconds, 8);
  } else {
    append(seconds, 4);
  }
  return bytes;
}

Instant from_timestamp(std::string_view bytes) {
  const auto number = [&](std::size_t from, std::size_t to) {
    std::uint64_t made = 0;
    for (; from < to; ++from) made = made << 8 | static_cast<std::uint8_t>(bytes[from]);
    return made;
  };
  std::uint64_t seconds = 0, fraction = 0;
  if (bytes.size() == 4) {
    seconds = number(0, 4);
  } else if (bytes.size() == 8) {
    fraction = number(0, 8) >> 34;
    seconds = number(0, 8) & ((std::uint64_t{1} << 34) - 1);
  } else if (bytes.size() == 12) {
    fraction = number(0, 4);
    seconds = number(4, 12);
  } else {
    refuse(bytes, "timestamp of MessagePack");
  }
  return Instant(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000 + fraction / 1'000'000)));
}
