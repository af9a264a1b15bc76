// Ends the run from within the library.
#include <string.h>

#include "hal/sim.h"

void sim_fatal_text(int code, const char *text)
{
    sim_fatal(code, text, strlen(text));
}
