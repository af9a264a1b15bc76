// Byte orders and addresses of the Internet. There is no network.
#include "host.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>

// The names are also macros.
PUBLIC uint32_t (htonl)(uint32_t word)
{
    return __builtin_bswap32(word);
}

PUBLIC uint16_t (htons)(uint16_t half)
{
    return __builtin_bswap16(half);
}

PUBLIC uint32_t (ntohl)(uint32_t word)
{
    return __builtin_bswap32(word);
}

PUBLIC uint16_t (ntohs)(uint16_t half)
{
    return __builtin_bswap16(half);
}

PUBLIC in_addr_t inet_addr(const char *text)
{
    uint32_t address = 0;
    for (int part = 0; part < 4; part++) {
        char *end;
        unsigned long number = strtoul(text, &end, 10);
        if (end == text || number > 255 || *end != (part < 3 ? '.' : '\0'))
            return INADDR_NONE;
        address = address << 8 | (uint32_t)number;
        text = end + 1;
    }
    return htonl(address);
}

PUBLIC char *inet_ntoa(struct in_addr address)
{
    static char text[INET_ADDRSTRLEN];
    const unsigned char *part = (const unsigned char *)&address.s_addr;
    sprintf(text, "%d.%d.%d.%d", part[0], part[1], part[2], part[3]);
    return text;
}

PUBLIC struct hostent *gethostbyname(const char *name)
{
    (void)name;
    return NULL;
}
