#include <ATen/core/interned_strings.h>
#include <ATen/core/symbol.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace c10 {

namespace {

struct Names {
  std::string_view ns;
  std::string_view unqual;
  std::string_view qual;
};

// By number; the list is sorted by the qualified name.
constexpr Names kKnown[] = {
#define WICK_SYMBOL_NAMES(n, s) {#n, #s, #n "::" #s},
    FORALL_KNOWN_SYMBOLS(WICK_SYMBOL_NAMES)
#undef WICK_SYMBOL_NAMES
};
constexpr size_t kNumKnown = sizeof(kKnown) / sizeof(kKnown[0]);
static_assert(kNumKnown == _keys::num_symbols);

// Symbols that came up at run time. Strings and rows never move or go away.
class Interner {
 public:
  static Interner& instance() {
    static Interner& table = *new Interner;
    return table;
  }

  unique_t intern(std::string_view qual, size_t colon) {
    {
      std::shared_lock<std::shared_mutex> lock(mutex_);
      if (auto it = numbers_.find(qual); it != numbers_.end()) {
        return it->second;
      }
    }
    std::unique_lock<std::shared_mutex> lock(mutex_);
    if (auto it = numbers_.find(qual); it != numbers_.end()) {
      return it->second;
    }
    const std::string& text = strings_.emplace_back(qual);
    std::string_view all(text);
    rows_.push_back(Names{std::string_view(strings_.emplace_back(all.substr(0, colon))), all.substr(colon + 2), all});
    const unique_t number = static_cast<unique_t>(kNumKnown + rows_.size() - 1);
    numbers_.emplace(all, number);
    return number;
  }

  const Names& names(unique_t number) {
    std::shared_lock<std::shared_mutex> lock(mutex_);
    TORCH_CHECK(number - kNumKnown < rows_.size(), "Symbol: there is no symbol of number ", number);
    return rows_[number - kNumKnown];
  }

 private:
  std::shared_mutex mutex_;
  std::deque<std::string> strings_;
  std::deque<Names> rows_;
  std::unordered_map<std::string_view, unique_t> numbers_;
};

const Names& names_of(Symbol s) {
  const unique_t number = s;
  return number < kNumKnown ? kKnown[number] : Interner::instance().names(number);
}

constexpr std::string_view kDomain = "org.pytorch.";

Symbol in_namespace(std::string_view ns, std::string_view s) {
  std::string qual;
  qual.reserve(ns.size() + 2 + s.size());
  qual.append(ns).append("::").append(s);
  return Symbol::fromQualString(qual);
}

} // namespace

Symbol Symbol::fromQualString(std::string_view s) {
  const Names* known = std::lower_bound(std::begin(kKnown), std::end(kKnown), s, [](const Names& n, std::string_view q) { return n.qual < q; });
  if (known != std::end(kKnown) && known->qual == s) {
    return Symbol(static_cast<unique_t>(known - kKnown));
  }
  const size_t colon = s.find("::");
  TORCH_CHECK(colon != std::string_view::npos && colon != 0, "Symbol: expected a qualified name such as \"aten::add\", got \"", s, "\"");
  return Symbol(Interner::instance().intern(s, colon));
}

Symbol Symbol::fromDomainAndUnqualString(std::string_view domain, std::string_view s) {
  if (domain.substr(0, kDomain.size()) == kDomain) {
    domain.remove_prefix(kDomain.size());
  }
  return in_namespace(domain, s);
}

Symbol Symbol::attr(std::string_view s) { return in_namespace("attr", s); }
Symbol Symbol::aten(std::string_view s) { return in_namespace("aten", s); }
Symbol Symbol::prim(std::string_view s) { return in_namespace("prim", s); }
Symbol Symbol::cuda(std::string_view s) { return in_namespace("cuda", s); }
Symbol Symbol::onnx(std::string_view s) { return in_namespace("onnx", s); }
Symbol Symbol::user(std::string_view s) { return in_namespace("user", s); }
Symbol Symbol::caffe2(std::string_view s) { return in_namespace("_caffe2", s); }
Symbol Symbol::dimname(std::string_view s) { return in_namespace("dimname", s); }
Symbol Symbol::scope(std::string_view s) { return in_namespace("scope", s); }

Symbol Symbol::ns() const { return in_namespace("namespaces", namespaceString()); }
// Both are the tails or wholes of null-terminated text.
const char* Symbol::toUnqualString() const { return names_of(*this).unqual.data(); }
const char* Symbol::toQualString() const { return names_of(*this).qual.data(); }
std::string_view Symbol::namespaceString() const { return names_of(*this).ns; }
std::string Symbol::domainString() const { return std::string(kDomain) + std::string(namespaceString()); }

} // namespace c10
