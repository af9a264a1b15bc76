// The two lists of a rank.
#include "match/match.h"

struct match_list match_posted = {NULL, &match_posted.first};
struct match_list match_unexpected = {NULL, &match_unexpected.first};
