/* Names of hosts. There is no network, so none is found. */
#ifndef RANKINE_NETDB_H
#define RANKINE_NETDB_H

#define HOST_NOT_FOUND 1

struct hostent {
    char *h_name;
    char **h_aliases;
    int h_addrtype;
    int h_length;
    char **h_addr_list;
};
#define h_addr h_addr_list[0]

struct hostent *gethostbyname(const char *name);

#endif
