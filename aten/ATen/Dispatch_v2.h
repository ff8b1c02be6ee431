// AT_DISPATCH_V2: the dtype switch of <ATen/Dispatch.h> over a list of dtypes and sets of them.
//
//     AT_DISPATCH_V2(self.scalar_type(), "twice", AT_WRAP([&] { twice<scalar_t>(self, out); }), AT_EXPAND(AT_FLOATING_TYPES), at::kHalf, at::kBool);
#pragma once

#include <ATen/Dispatch.h>

// Keeps a lambda with commas together.
#define AT_WRAP(...) __VA_ARGS__
// Spreads a set of dtypes in the list.
#define AT_EXPAND(X) X

#define AT_FLOATING_TYPES ::c10::ScalarType::Double, ::c10::ScalarType::Float
#define AT_COMPLEX_TYPES ::c10::ScalarType::ComplexDouble, ::c10::ScalarType::ComplexFloat
#define AT_INTEGRAL_TYPES ::c10::ScalarType::Byte, ::c10::ScalarType::Char, ::c10::ScalarType::Int, ::c10::ScalarType::Long, ::c10::ScalarType::Short
#define AT_ALL_TYPES AT_INTEGRAL_TYPES, AT_FLOATING_TYPES
#define AT_ALL_TYPES_AND_COMPLEX AT_ALL_TYPES, AT_COMPLEX_TYPES

#define AT_DISPATCH_V2(TYPE, NAME, BODY, ...) AT_DISPATCH_SWITCH(TYPE, NAME, AT_DISPATCH_V2_SCAN(AT_DISPATCH_V2_EACH((BODY), __VA_ARGS__)))

// One case after the other: a macro cannot name itself, but each scan of the text expands it once more. Up to 84 dtypes.
#define AT_DISPATCH_V2_EACH(BODY, FIRST, ...) AT_DISPATCH_CASE(FIRST, AT_WRAP BODY) __VA_OPT__(AT_DISPATCH_V2_AGAIN AT_DISPATCH_V2_PARENS(BODY, __VA_ARGS__))
#define AT_DISPATCH_V2_AGAIN() AT_DISPATCH_V2_EACH
#define AT_DISPATCH_V2_PARENS ()
#define AT_DISPATCH_V2_SCAN(...) AT_DISPATCH_V2_SCAN3(AT_DISPATCH_V2_SCAN3(AT_DISPATCH_V2_SCAN3(AT_DISPATCH_V2_SCAN3(__VA_ARGS__))))
#define AT_DISPATCH_V2_SCAN3(...) AT_DISPATCH_V2_SCAN2(AT_DISPATCH_V2_SCAN2(AT_DISPATCH_V2_SCAN2(AT_DISPATCH_V2_SCAN2(__VA_ARGS__))))
#define AT_DISPATCH_V2_SCAN2(...) AT_DISPATCH_V2_SCAN1(AT_DISPATCH_V2_SCAN1(AT_DISPATCH_V2_SCAN1(AT_DISPATCH_V2_SCAN1(__VA_ARGS__))))
#define AT_DISPATCH_V2_SCAN1(...) __VA_ARGS__
