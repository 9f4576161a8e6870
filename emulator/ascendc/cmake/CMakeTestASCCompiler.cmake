# A trial compilation would cost more than it tells: the compiler says by itself what it lacks.
set(CMAKE_ASC_COMPILER_WORKS 1 CACHE INTERNAL "")
