#ifndef ROSTER_CSQLITE_SHIM_H
#define ROSTER_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int roster_db_config_flag(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// sqlite3_config is variadic too.
static inline int roster_config_memory_statistics(int on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}

// sqlite3_test_control is variadic too; the number is SQLite's own for its Bloom filters.
static inline int roster_disable_bloom_filters(sqlite3 *db) {
  return sqlite3_test_control(SQLITE_TESTCTRL_OPTIMIZATIONS, db, 0x00080000);
}

// SQLITE_TRANSIENT is a cast of -1, which Swift does not import.
static inline int roster_bind_text_copy(sqlite3_stmt *s, int i, const char *p, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int roster_bind_blob_copy(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return sqlite3_bind_blob64(s, i, p, n, SQLITE_TRANSIENT);
}
static inline void roster_result_text_copy(sqlite3_context *c, const char *p, sqlite3_uint64 n) {
  sqlite3_result_text64(c, p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline void roster_result_blob_copy(sqlite3_context *c, const void *p, sqlite3_uint64 n) {
  sqlite3_result_blob64(c, p, n, SQLITE_TRANSIENT);
}

// Newer than the oldest SQLite that is accepted (3.35), so it may be absent at run time.
extern int sqlite3_error_offset(sqlite3 *db) __attribute__((weak));
static inline int roster_error_offset(sqlite3 *db) {
  return sqlite3_error_offset ? sqlite3_error_offset(db) : -1;
}

// Only in builds of SQLite with SQLITE_ENABLE_PREUPDATE_HOOK, so it may be absent at run time.
typedef void (*roster_preupdate)(void *, sqlite3 *, int, char const *, char const *,
                                 sqlite3_int64, sqlite3_int64);
extern void *sqlite3_preupdate_hook(sqlite3 *db, roster_preupdate hook, void *context)
    __attribute__((weak));
extern int sqlite3_preupdate_old(sqlite3 *db, int column, sqlite3_value **value)
    __attribute__((weak));
extern int sqlite3_preupdate_new(sqlite3 *db, int column, sqlite3_value **value)
    __attribute__((weak));
static inline int roster_has_preupdate_hook(void) {
  return sqlite3_preupdate_hook && sqlite3_preupdate_old && sqlite3_preupdate_new;
}
static inline void roster_preupdate_hook(sqlite3 *db, roster_preupdate hook, void *context) {
  if (roster_has_preupdate_hook()) sqlite3_preupdate_hook(db, hook, context);
}
static inline sqlite3_value *roster_preupdate_value(sqlite3 *db, int column, int isNew) {
  sqlite3_value *value = 0;
  int result = isNew ? sqlite3_preupdate_new(db, column, &value)
                     : sqlite3_preupdate_old(db, column, &value);
  return result == SQLITE_OK ? value : 0;
}

#endif
