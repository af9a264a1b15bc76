// Handles: their synchronization, operations with implicit handles, access regions.
#include "gasnet/operation.h"

#include <string.h>

#include "mark/phase.h"

struct gasnet_operation operation_puts, operation_gets;

static struct gasnet_operation *operation_region;  // the open region
static struct gasnet_operation *operation_unused;

struct gasnet_operation *operation_new(void)
{
    struct gasnet_operation *operation = operation_unused;
    if (operation != NULL)
        operation_unused = operation->next;
    else
        operation = am_allocate(sizeof *operation);
    *operation = (struct gasnet_operation){0};
    return operation;
}

void operation_free(struct gasnet_operation *operation)
{
    operation->next = operation_unused;
    operation_unused = operation;
}

struct gasnet_operation *operation_implicit(struct gasnet_operation *outside)
{
    return operation_region != NULL ? operation_region : outside;
}

void *operation_copy(struct gasnet_operation *operation, const void *from, size_t bytes)
{
    struct operation_copy *copy = am_allocate(sizeof *copy + bytes);
    copy->next = operation->copies;
    operation->copies = copy;
    return memcpy(copy->bytes, from, bytes);
}

static bool operation_is_transferred(struct gasnet_operation *operation)
{
    for (uint32_t left = operation->counters; left != 0; left &= left - 1) {
        if (!transfer_is_idle(__builtin_ctz(left)))
            return false;
    }
    for (uint32_t left = operation->counters; left != 0; left &= left - 1)
        transfer_end(__builtin_ctz(left));
    operation->counters = 0;
    while (operation->copies != NULL) {
        struct operation_copy *copy = operation->copies;
        operation->copies = copy->next;
        am_free(copy);
    }
    return true;
}

bool operation_is_complete(struct gasnet_operation *operation)
{
    return operation->messages == 0 && (operation->counters == 0 || operation_is_transferred(operation));
}

void operation_wait(struct gasnet_operation *operation)
{
    while (!operation_is_complete(operation))
        am_poll();
}

// ---- Explicit handles

// If the handle's operation is complete, ends it and sets the handle to GASNET_INVALID_HANDLE.
static bool operation_try(gasnet_handle_t *handle)
{
    if (*handle == GASNET_INVALID_HANDLE)
        return true;
    if (!operation_is_complete(*handle))
        return false;
    operation_free(*handle);
    *handle = GASNET_INVALID_HANDLE;
    return true;
}

void gasnet_wait_syncnb(gasnet_handle_t handle)
{
    am_enter("gasnet_wait_syncnb");
    PHASE(await)
    while (!operation_try(&handle))
        am_poll();
}

int gasnet_try_syncnb(gasnet_handle_t handle)
{
    am_enter("gasnet_try_syncnb");
    am_poll();
    return operation_try(&handle) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

static bool operation_try_all(gasnet_handle_t *handles, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; i++)
        all &= operation_try(&handles[i]);
    return all;
}

void gasnet_wait_syncnb_all(gasnet_handle_t *handles, size_t count)
{
    am_enter("gasnet_wait_syncnb_all");
    while (!operation_try_all(handles, count))
        am_poll();
}

int gasnet_try_syncnb_all(gasnet_handle_t *handles, size_t count)
{
    am_enter("gasnet_try_syncnb_all");
    am_poll();
    return operation_try_all(handles, count) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

// Is an operation complete, or no handle valid?
static bool operation_try_some(gasnet_handle_t *handles, size_t count)
{
    size_t valid = 0, complete = 0;
    for (size_t i = 0; i < count; i++) {
        if (handles[i] == GASNET_INVALID_HANDLE)
            continue;
        valid++;
        complete += operation_try(&handles[i]);
    }
    return valid == 0 || complete != 0;
}

void gasnet_wait_syncnb_some(gasnet_handle_t *handles, size_t count)
{
    am_enter("gasnet_wait_syncnb_some");
    while (!operation_try_some(handles, count))
        am_poll();
}

int gasnet_try_syncnb_some(gasnet_handle_t *handles, size_t count)
{
    am_enter("gasnet_try_syncnb_some");
    am_poll();
    return operation_try_some(handles, count) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

// ---- Implicit handles

static void operation_enter_implicit(const char *function)
{
    am_enter(function);
    if (operation_region != NULL)
        am_fatal(GASNET_ERR_BAD_ARG, "%s: called in an access region", function);
}

void gasnet_wait_syncnbi_gets(void)
{
    operation_enter_implicit("gasnet_wait_syncnbi_gets");
    operation_wait(&operation_gets);
}

void gasnet_wait_syncnbi_puts(void)
{
    operation_enter_implicit("gasnet_wait_syncnbi_puts");
    operation_wait(&operation_puts);
}

void gasnet_wait_syncnbi_all(void)
{
    operation_enter_implicit("gasnet_wait_syncnbi_all");
    operation_wait(&operation_gets);
    operation_wait(&operation_puts);
}

int gasnet_try_syncnbi_gets(void)
{
    operation_enter_implicit("gasnet_try_syncnbi_gets");
    am_poll();
    return operation_is_complete(&operation_gets) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

int gasnet_try_syncnbi_puts(void)
{
    operation_enter_implicit("gasnet_try_syncnbi_puts");
    am_poll();
    return operation_is_complete(&operation_puts) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

int gasnet_try_syncnbi_all(void)
{
    operation_enter_implicit("gasnet_try_syncnbi_all");
    am_poll();
    return operation_is_complete(&operation_gets) && operation_is_complete(&operation_puts) ? GASNET_OK : GASNET_ERR_NOT_READY;
}

void gasnet_begin_nbi_accessregion(void)
{
    am_enter("gasnet_begin_nbi_accessregion");
    if (operation_region != NULL)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_begin_nbi_accessregion: called in an access region");
    operation_region = operation_new();
}

gasnet_handle_t gasnet_end_nbi_accessregion(void)
{
    am_enter("gasnet_end_nbi_accessregion");
    if (operation_region == NULL)
        am_fatal(GASNET_ERR_BAD_ARG, "gasnet_end_nbi_accessregion: called outside access regions");
    gasnet_handle_t handle = operation_region;
    operation_region = NULL;
    return handle;
}
