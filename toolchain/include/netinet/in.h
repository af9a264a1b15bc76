/* Byte orders and addresses of the Internet, for programs that only lay out data: there are no sockets. */
#ifndef RANKINE_NETINET_IN_H
#define RANKINE_NETINET_IN_H

#include <arpa/inet.h>
#include <stdint.h>

typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
struct in_addr { in_addr_t s_addr; };

#define INADDR_ANY ((in_addr_t)0)
#define INADDR_LOOPBACK ((in_addr_t)0x7f000001)
#define INADDR_NONE ((in_addr_t)-1)
#define INET_ADDRSTRLEN 16

/* From <arpa/inet.h>, as functions. */
uint32_t (htonl)(uint32_t word);
uint16_t (htons)(uint16_t half);
uint32_t (ntohl)(uint32_t word);
uint16_t (ntohs)(uint16_t half);

/* In network byte order; INADDR_NONE if `text` is no dotted address. */
in_addr_t inet_addr(const char *text);
char *inet_ntoa(struct in_addr address);

#endif
