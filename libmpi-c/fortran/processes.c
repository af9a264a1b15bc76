// Processes that begin during a run, in Fortran (MPI 5.0, chapter 11).
#include "fortran/binding.h"

BINDING(close_port, Close_port, TEXT)
BINDING(comm_accept, Comm_accept, TEXT, INFO, INT, COMM, COMM_OUT)
BINDING(comm_connect, Comm_connect, TEXT, INFO, INT, COMM, COMM_OUT)
BINDING(comm_get_parent, Comm_get_parent, COMM_OUT)
BINDING(lookup_name, Lookup_name, TEXT, INFO, TEXT_OUT)
BINDING(open_port, Open_port, INFO, TEXT_OUT)
BINDING(publish_name, Publish_name, TEXT, INFO, TEXT)
BINDING(unpublish_name, Unpublish_name, TEXT, INFO, TEXT)
