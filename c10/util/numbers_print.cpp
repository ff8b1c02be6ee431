// Printing of the reduced and complex numbers.
#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>
#include <c10/util/complex.h>

#include <ostream>

namespace c10 {

std::ostream& operator<<(std::ostream& out, const Half& v) {
  return out << static_cast<float>(v);
}
std::ostream& operator<<(std::ostream& out, const BFloat16& v) {
  return out << static_cast<float>(v);
}
std::ostream& operator<<(std::ostream& out, const complex<float>& z) {
  return out << '(' << z.real() << ',' << z.imag() << ')';
}
std::ostream& operator<<(std::ostream& out, const complex<double>& z) {
  return out << '(' << z.real() << ',' << z.imag() << ')';
}

} // namespace c10
