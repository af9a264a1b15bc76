// There is one thread: starting another one fails with an exception.
#include <mpi.h>
#include <iostream>
#include <mutex>
#include <system_error>
#include <thread>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    std::mutex mutex;
    std::lock_guard<std::mutex> locked(mutex);
    try {
        std::thread([] {}).join();
        std::cout << "a thread" << std::endl;
    } catch (const std::system_error &error) {
        std::cout << (error.code() == std::errc::resource_unavailable_try_again ? "ok" : error.what()) << std::endl;
    }
    MPI_Finalize();
    return 0;
}
