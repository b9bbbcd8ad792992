#ifndef ROSTER_CSQLITE_SHIM_H
#define ROSTER_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int roster_db_config_flag(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
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

#endif
