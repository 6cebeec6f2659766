/*
 * Stands in for libnuma.so.1 on machines that lack it, so that MySQL 8.0 can be loaded there.
 * numa_available answers "no NUMA on this machine"; callers then leave the others alone.
 */
void *numa_all_nodes_ptr = 0;

int numa_available(void) { return -1; }

int numa_node_of_cpu(int cpu) {
  (void)cpu;
  return -1;
}

void *numa_alloc_onnode(unsigned long size, int node) {
  (void)size, (void)node;
  return 0;
}

void *numa_alloc_local(unsigned long size) {
  (void)size;
  return 0;
}

void numa_free(void *start, unsigned long size) { (void)start, (void)size; }

long mbind(void *start, unsigned long length, int mode, const unsigned long *mask,
           unsigned long nodes, unsigned flags) {
  (void)start, (void)length, (void)mode, (void)mask, (void)nodes, (void)flags;
  return -1;
}

long set_mempolicy(int mode, const unsigned long *mask, unsigned long nodes) {
  (void)mode, (void)mask, (void)nodes;
  return -1;
}
