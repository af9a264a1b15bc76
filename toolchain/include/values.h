/* The old names of the limits of numbers. */
#ifndef RANKINE_VALUES_H
#define RANKINE_VALUES_H

#include <float.h>
#include <limits.h>

#define MAXSHORT SHRT_MAX
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define MINSHORT SHRT_MIN
#define MININT INT_MIN
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MAXFLOAT FLT_MAX
#define MINFLOAT FLT_MIN

#endif
