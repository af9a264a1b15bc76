#!/bin/sh
# Stands in for mpifort: Rankine runs no programs in Fortran.
echo "rankine: ${0##*/} is not there: Rankine runs programs in C and C++; compile them with mpicc and mpicxx" >&2
exit 1
