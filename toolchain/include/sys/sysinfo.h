/* The number of processors: one for each rank. sysinfo() fails with ENOSYS. */
#ifndef RANKINE_SYS_SYSINFO_H
#define RANKINE_SYS_SYSINFO_H

struct sysinfo {
    long uptime;
    unsigned long loads[3], totalram, freeram, sharedram, bufferram, totalswap, freeswap;
    unsigned short procs;
    unsigned long totalhigh, freehigh;
    unsigned mem_unit;
};

int sysinfo(struct sysinfo *to);
int get_nprocs(void);
int get_nprocs_conf(void);

#endif
