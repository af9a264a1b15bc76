#!/bin/sh
# Stands in for mpicxx and mpifort: Rankine runs programs in C only.
echo "rankine: ${0##*/} is not there: Rankine runs programs in C; compile them with mpicc" >&2
exit 1
