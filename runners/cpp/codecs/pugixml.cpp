// pugixml: a document made node by node, and one that is parsed. https://pugixml.org/docs/manual.html
#include <charconv>
#include <cmath>
#include <pugixml.hpp>

#include "types.hpp"

namespace {

using pugi::xml_node;

template <class T>
requires std::floating_point<T> std::string number_text(T value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-INF" : "INF";  // as XML Schema has them
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

template <class T>
void write(xml_node node, const T& value);

template <class T>
void write_field(xml_node node, const char* name, const T& held) {
  if constexpr (Nullable<T>) {
    if (held) write_field(node, name, *held);
  } else if constexpr (List<T>) {
    for (const typename T::value_type& each : held) write(node.append_child(name), each);
  } else if constexpr (Map<T>) {
    xml_node map = node.append_child(name);
    for (const auto& [key, each] : held) {
      xml_node entry = map.append_child("entry");
      write(entry.append_child("key"), key);
      write(entry.append_child("value"), each);
    }
  } else {
    write(node.append_child(name), held);
  }
}

template <class T>
void write(xml_node node, const T& value) {
  if constexpr (Message<T>) {
    each_field(value, [&node](const auto& field, const auto& held) { write_field(node, field.xml.data(), held); });
  } else if constexpr (std::same_as<T, std::string>) {
    node.text().set(value.c_str());
  } else if constexpr (Texted<T>) {
    node.text().set(to_text(value).c_str());
  } else if constexpr (Enum<T>) {
    node.text().set(name_of(value).data());
  } else if constexpr (std::floating_point<T>) {
    node.text().set(number_text(value).c_str());
  } else {
    node.text().set(to_key(value).c_str());
  }
}

template <class T>
void read(xml_node node, T& value);

// The children of a field, in whatever order fields come.
template <class T>
void read_field(xml_node child, T&& held) {
  using Held = std::decay_t<T>;
  if constexpr (Nullable<Held>) {
    read_field(child, emplace(held));
  } else if constexpr (List<Held>) {
    for (const char* const name = child.name(); child; child = child.next_sibling(name)) {
      typename Held::value_type each{};
      read(child, each);
      held.push_back(std::move(each));
    }
  } else if constexpr (Map<Held>) {
    for (const xml_node entry : child.children("entry")) {
      typename Held::key_type key{};
      read(entry.child("key"), key);
      read(entry.child("value"), held[std::move(key)]);
    }
  } else {
    read(child, held);
  }
}

template <class T>
void read(xml_node node, T& value) {
  const std::string_view text = node.child_value();
  if constexpr (Message<T>) {
    each_field(value, [&node](const auto& field, auto&& held) {
      if (const xml_node child = node.child(field.xml.data())) read_field(child, held);
    });
  } else if constexpr (std::same_as<T, std::string>) {
    value = text;
  } else if constexpr (Texted<T>) {
    from_text(text, value);
  } else if constexpr (Enum<T>) {
    from_name(text, value);
  } else if constexpr (std::floating_point<T>) {
    const bool minus = text.starts_with('-');
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);  // takes "inf" too
    if (text.substr(minus) == "INF") {
      value = minus ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    } else if (error != std::errc() || end != text.data() + text.size()) {
      throw std::invalid_argument("an element is no number");
    }
  } else {
    value = from_key<T>(text);
  }
}

struct StringWriter : pugi::xml_writer {
  std::string text;
  void write(const void* data, std::size_t size) override { text.append(static_cast<const char*>(data), size); }
};

Coders open(const Parameters&) {
  return coders_of(domain::Payloads(), []<class T>() {
    return direct<T>(
        [out = StringWriter()](const T& object) mutable -> View {
          pugi::xml_document document;
          write(document.append_child(element_of<T>), object);
          out.text.clear();
          document.save(out, "", pugi::format_raw, pugi::encoding_utf8);
          return out.text;
        },
        [](View bytes, T& object) {
          pugi::xml_document document;
          // Text of blanks alone is text.
          const auto result = document.load_buffer(bytes.data(), bytes.size(),
                                                   pugi::parse_default | pugi::parse_ws_pcdata, pugi::encoding_utf8);
          if (!result) throw std::invalid_argument(result.description());
          read(document.document_element(), object);
        });
  });
}

const std::string version = std::to_string(PUGIXML_VERSION / 1000) + "." + std::to_string(PUGIXML_VERSION / 10 % 100);
const Registered registered("pugixml", {version, open});

}  // namespace
