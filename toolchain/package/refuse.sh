#!/bin/sh
# mpicxx and mpifort of Rankine: programs in C alone run on it.
echo "rankine: ${0##*/} is not there: Rankine runs programs in C; compile them with mpicc" >&2
exit 1
