// Texts of the predefined error classes.
#ifndef API_ERRORTEXT_H
#define API_ERRORTEXT_H

// Returns the text of a predefined error class, or NULL if there is no such class.
const char *errorcode_text(int class);

#endif
