// What programs use of the C++ library, on several ranks.
#include <mpi.h>
#include <complex>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
};
struct Square : Shape {
    explicit Square(double side) : side(side) {}
    double area() const override { return side * side; }
    double side;
};
struct Other : Shape {
    double area() const override { return 0; }
};

static int constructed;
static struct Before {
    Before() { constructed = 42; }
} before;

// Files, text and numbers.
static bool files(int rank)
{
    std::string name = "library." + std::to_string(rank);
    std::ofstream(name) << std::setprecision(17) << 0.1 << ' ' << rank << '\n';
    double number = 0;
    int back = -1;
    std::ifstream(name) >> number >> back;
    std::ostringstream text;
    text << std::hex << std::setw(6) << std::setfill('.') << 255 << ' ' << std::fixed << std::setprecision(2) << 2.5;
    return number == 0.1 && back == rank && text.str() == "....ff 2.50";
}

// Exceptions through several frames, with destructors on the way.
static int destroyed;
struct Guard {
    ~Guard() { destroyed++; }
};
static void deep(int depth)
{
    Guard guard;
    if (depth == 0)
        throw std::out_of_range("deep");
    deep(depth - 1);
}
static bool exceptions()
{
    try {
        deep(5);
    } catch (const std::runtime_error &) {
        return false;
    } catch (const std::exception &e) {
        return destroyed == 6 && std::string(e.what()) == "deep";
    }
    return false;
}

static bool containers()
{
    std::map<std::string, std::vector<int>> map;
    for (int i = 0; i < 1000; i++)
        map[std::to_string(i % 10)].push_back(i);
    std::mt19937 random(5489);
    random.discard(9999);
    std::vector<double> big(3000000, 1.0);
    return map.size() == 10 && random() == 4123659995u && big.back() == 1.0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::unique_ptr<Shape> shape(new Square(3));
    bool fine = constructed == 42 && files(rank) && exceptions() && containers();
    fine = fine && dynamic_cast<Square *>(shape.get()) && !dynamic_cast<Other *>(shape.get()) && shape->area() == 9;
    std::vector<std::complex<double>> all(size);
    std::complex<double> mine(rank, -rank);
    MPI_Allgather(&mine, 1, MPI_CXX_DOUBLE_COMPLEX, all.data(), 1, MPI_CXX_DOUBLE_COMPLEX, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        fine = fine && all[i] == std::complex<double>(i, -i);
    int ok = fine, all_ok;
    MPI_Reduce(&ok, &all_ok, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0)
        std::cout << (all_ok ? "ok" : "failed") << std::endl;
    MPI_Finalize();
    return 0;
}
