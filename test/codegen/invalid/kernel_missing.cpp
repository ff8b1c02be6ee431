// What the section has: f_cpu (g_cpu stands in this comment only).
template <class scalar_t> void f_cpu(const Tensor& self, Tensor& out);
