/*
 * Stands in for libaio.so.1 on machines that lack it, so that MySQL 8.0 can be loaded there. The
 * server is started with --innodb-use-native-aio=0 and never needs these to work: each says ENOSYS.
 */
#define MINUS_ENOSYS (-38)

int io_setup(int max_events, void *context) {
  (void)max_events, (void)context;
  return MINUS_ENOSYS;
}

int io_submit(void *context, long count, void **requests) {
  (void)context, (void)count, (void)requests;
  return MINUS_ENOSYS;
}

int io_getevents(void *context, long least, long most, void *events, void *timeout) {
  (void)context, (void)least, (void)most, (void)events, (void)timeout;
  return MINUS_ENOSYS;
}
