// Attributes and names, in Fortran (MPI 5.0, chapter 7).
#include "fortran/binding.h"

BINDING(attr_delete, Attr_delete, COMM, INT)
BINDING(comm_delete_attr, Comm_delete_attr, COMM, INT)
BINDING(comm_free_keyval, Comm_free_keyval, INTS)
BINDING(comm_get_name, Comm_get_name, COMM, TEXT_OUT, INTS)
BINDING(comm_set_name, Comm_set_name, COMM, TEXT)
BINDING(keyval_free, Keyval_free, INTS)
BINDING(type_delete_attr, Type_delete_attr, TYPE, INT)
BINDING(type_free_keyval, Type_free_keyval, INTS)
BINDING(type_get_name, Type_get_name, TYPE, TEXT_OUT, INTS)
BINDING(type_set_name, Type_set_name, TYPE, TEXT)
BINDING(win_delete_attr, Win_delete_attr, WIN, INT)
BINDING(win_free_keyval, Win_free_keyval, INTS)
BINDING(win_get_name, Win_get_name, WIN, TEXT_OUT, INTS)
BINDING(win_set_name, Win_set_name, WIN, TEXT)
