# For CMake: compiles with Rankine's mpicc, mpicxx and mpifort and runs what it makes on the emulator, try_run and tests included.
#
#   cmake -B build -DCMAKE_TOOLCHAIN_FILE=<here>/rankine.cmake        with mpicc and rankine in PATH
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(CMAKE_C_COMPILER mpicc)
set(CMAKE_CXX_COMPILER mpicxx)
set(CMAKE_Fortran_COMPILER mpifort)
set(CMAKE_CROSSCOMPILING_EMULATOR rankine run -q)
# The compiler brings its headers and libraries; those of this computer are for other programs.
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
