/* ioctl(): no file here is a terminal or a device, so it fails with ENOTTY. */
#ifndef RANKINE_SYS_IOCTL_H
#define RANKINE_SYS_IOCTL_H

#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541b

struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

int ioctl(int file, unsigned long request, ...);

#endif
