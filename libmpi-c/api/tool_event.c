// Events of the tool interface (MPI 5.0 §15.3.8). This library has no sources and no events, so no index, name or handle is valid.
#include "api/tool.h"

static int event_none(int *number)
{
    if (!tool_is_open())
        return MPI_T_ERR_NOT_INITIALIZED;
    if (number == NULL)
        return MPI_T_ERR_INVALID;
    *number = 0;
    return MPI_SUCCESS;
}

static int event_invalid(int error)
{
    return tool_is_open() ? error : MPI_T_ERR_NOT_INITIALIZED;
}

// A function whose every index or handle is invalid.
#define EVENT_INVALID(name, error, ...)                                                                                            \
    int PMPI_T_##name(__VA_ARGS__)                                                                                                 \
    {                                                                                                                              \
        return event_invalid(error);                                                                                               \
    }                                                                                                                              \
    API_WEAK(T_##name)

#pragma GCC diagnostic ignored "-Wunused-parameter"

int PMPI_T_source_get_num(int *num_sources)
{
    return event_none(num_sources);
}
API_WEAK(T_source_get_num)

int PMPI_T_event_get_num(int *num_events)
{
    return event_none(num_events);
}
API_WEAK(T_event_get_num)

EVENT_INVALID(source_get_info, MPI_T_ERR_INVALID_INDEX, int source_index, char *name, int *name_len, char *desc, int *desc_len,
              MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info)
EVENT_INVALID(source_get_timestamp, MPI_T_ERR_INVALID_INDEX, int source_index, MPI_Count *timestamp)
EVENT_INVALID(event_get_info, MPI_T_ERR_INVALID_INDEX, int event_index, char *name, int *name_len, int *verbosity,
              MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype,
              MPI_Info *info, char *desc, int *desc_len, int *bind)
EVENT_INVALID(event_get_index, MPI_T_ERR_INVALID_NAME, const char *name, int *event_index)
EVENT_INVALID(event_handle_alloc, MPI_T_ERR_INVALID_INDEX, int event_index, void *obj_handle, MPI_Info info,
              MPI_T_event_registration *event_registration)
EVENT_INVALID(event_handle_set_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration event_registration, MPI_Info info)
EVENT_INVALID(event_handle_get_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration event_registration, MPI_Info *info_used)
EVENT_INVALID(event_register_callback, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration event_registration,
              MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data, MPI_T_event_cb_function event_cb_function)
EVENT_INVALID(event_callback_set_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration event_registration,
              MPI_T_cb_safety cb_safety, MPI_Info info)
EVENT_INVALID(event_callback_get_info, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration event_registration,
              MPI_T_cb_safety cb_safety, MPI_Info *info_used)
EVENT_INVALID(event_handle_free, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration event_registration, void *user_data,
              MPI_T_event_free_cb_function free_cb_function)
EVENT_INVALID(event_set_dropped_handler, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_registration event_registration,
              MPI_T_event_dropped_cb_function dropped_cb_function)
EVENT_INVALID(event_read, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance event_instance, int element_index, void *buffer)
EVENT_INVALID(event_copy, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance event_instance, void *buffer)
EVENT_INVALID(event_get_timestamp, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
EVENT_INVALID(event_get_source, MPI_T_ERR_INVALID_HANDLE, MPI_T_event_instance event_instance, int *source_index)
EVENT_INVALID(category_get_num_events, MPI_T_ERR_INVALID_INDEX, int cat_index, int *num_events)
EVENT_INVALID(category_get_events, MPI_T_ERR_INVALID_INDEX, int cat_index, int len, int indices[])
