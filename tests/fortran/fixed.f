! Fixed form with mpif.h: what programs for MPI-1 have, with INTEGER in place of wider kinds.
      subroutine complain(comm, code)
      integer comm, code, calls
      common /called/ calls
      calls = calls + 1
      if (comm .eq. 0 .or. code .eq. 0) stop 1
      end

      integer function wrongs(cond)
      logical cond
      wrongs = 1
      if (cond) wrongs = 0
      end

      program fixed
      implicit none
      include 'mpif.h'
      integer rank, ranks, ierr, key, val, errs, total, i, calls
      integer status(MPI_STATUS_SIZE), type, ext, handler, at(2)
      integer types(2), lens(2), in(4), wrongs
      double precision x(3), y(3), t
      logical flag
      external complain
      common /called/ calls
      data errs, calls /0, 0/
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
      t = MPI_WTIME()
C     messages
      do 10 i = 1, 3
         x(i) = rank + i
   10 continue
      call MPI_SENDRECV(x, 3, MPI_DOUBLE_PRECISION,
     $     mod(rank + 1, ranks), 1, y, 3, MPI_DOUBLE_PRECISION,
     $     mod(rank + ranks - 1, ranks), 1, MPI_COMM_WORLD,
     $     status, ierr)
      errs = errs + wrongs(y(3) .eq. status(MPI_SOURCE) + 3)
C     attributes
      call MPI_KEYVAL_CREATE(MPI_DUP_FN, MPI_NULL_DELETE_FN, key, 0,
     $     ierr)
      call MPI_ATTR_PUT(MPI_COMM_WORLD, key, -5, ierr)
      call MPI_ATTR_GET(MPI_COMM_WORLD, key, val, flag, ierr)
      errs = errs + wrongs(flag .and. val .eq. -5)
      call MPI_ATTR_GET(MPI_COMM_WORLD, MPI_TAG_UB, val, flag, ierr)
      errs = errs + wrongs(flag .and. val .ge. 32767)
      call MPI_ATTR_DELETE(MPI_COMM_WORLD, key, ierr)
      call MPI_KEYVAL_FREE(key, ierr)
      errs = errs + wrongs(key .eq. MPI_KEYVAL_INVALID)
C     datatypes
      lens(1) = 1
      lens(2) = 2
      call MPI_ADDRESS(in(1), at(1), ierr)
      call MPI_ADDRESS(in(3), at(2), ierr)
      at(2) = at(2) - at(1)
      at(1) = 0
      errs = errs + wrongs(at(2) .eq. 8)
      types(1) = MPI_INTEGER
      types(2) = MPI_INTEGER
      call MPI_TYPE_STRUCT(2, lens, at, types, type, ierr)
      call MPI_TYPE_EXTENT(type, ext, ierr)
      errs = errs + wrongs(ext .eq. 16)
      call MPI_TYPE_HVECTOR(2, 1, 8, MPI_INTEGER, type, ierr)
      call MPI_TYPE_UB(type, ext, ierr)
      errs = errs + wrongs(ext .eq. 12)
      call MPI_TYPE_HINDEXED(2, lens, at, MPI_INTEGER, type, ierr)
      call MPI_TYPE_SIZE(type, ext, ierr)
      errs = errs + wrongs(ext .eq. 12)
C     error handlers
      call MPI_ERRHANDLER_CREATE(complain, handler, ierr)
      call MPI_ERRHANDLER_SET(MPI_COMM_WORLD, handler, ierr)
      call MPI_SEND(x, 1, MPI_REAL8, ranks, 0, MPI_COMM_WORLD, ierr)
      errs = errs + wrongs(calls .eq. 1 .and. ierr .eq. MPI_ERR_RANK)
      call MPI_ERRHANDLER_SET(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL,
     $     ierr)
      call MPI_ERRHANDLER_FREE(handler, ierr)
      errs = errs + wrongs(MPI_WTIME() .gt. t)
      call MPI_REDUCE(errs, total, 1, MPI_INTEGER, MPI_SUM, 0,
     $     MPI_COMM_WORLD, ierr)
      if (rank .eq. 0 .and. total .eq. 0) print '(A)', 'ok'
      call MPI_FINALIZE(ierr)
      end
