#include <c10/core/Scalar.h>
#include <c10/util/typeid.h>

#include <cmath>
#include <complex>
#include <ostream>

namespace c10 {

Scalar Scalar::operator-() const {
  TORCH_CHECK(!isBoolean(), "torch boolean negative, the `-` operator, is not supported.");
  switch (tag_) {
    case Tag::Double:
      return Scalar(-v_.d);
    case Tag::ComplexDouble:
      return Scalar(-v_.z);
    default:
      // Wraps, as integer arithmetic does everywhere.
      return Scalar(static_cast<int64_t>(0 - static_cast<uint64_t>(v_.i)));
  }
}
Scalar Scalar::conj() const {
  return isComplex() ? Scalar(std::conj(v_.z)) : *this;
}
Scalar Scalar::log() const {
  if (isComplex()) {
    return Scalar(complex<double>(std::log(static_cast<std::complex<double>>(v_.z))));
  }
  return Scalar(std::log(to<double>()));
}

void Scalar::fail_overflow(ScalarType t, const Scalar& v) {
  TORCH_CHECK(false, "value cannot be converted to type ", caffe2::TypeMeta::fromScalarType(t).name(), " without overflow: ", toString(v));
  __builtin_unreachable();
}

std::string toString(const Scalar& s) {
  if (s.isBoolean()) {
    return s.toBool() ? "True" : "False";
  }
  if (s.isFloatingPoint()) {
    return repr_double(s.toDouble());
  }
  if (s.isComplex()) {
    const auto z = s.toComplexDouble();
    // Python drops ".0" inside complex numbers and a zero real part.
    auto part = [](double v) {
      std::string t = repr_double(v);
      if (t.size() > 2 && t.compare(t.size() - 2, 2, ".0") == 0) {
        t.resize(t.size() - 2);
      }
      return t;
    };
    if (z.real() == 0 && !std::signbit(z.real())) {
      return part(z.imag()) + "j";
    }
    std::string im = part(z.imag());
    if (im[0] != '-') {
      im.insert(im.begin(), '+');
    }
    return "(" + part(z.real()) + im + "j)";
  }
  if (s.isUnsigned()) {
    return std::to_string(s.toUInt64());
  }
  return std::to_string(s.toLong());
}
std::ostream& operator<<(std::ostream& out, const Scalar& s) {
  return out << toString(s);
}

} // namespace c10
