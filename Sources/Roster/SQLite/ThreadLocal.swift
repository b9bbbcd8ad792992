import Foundation

/// One object for each thread, or none.
///
/// It belongs to the thread and not to a task: a task that a closure starts does not inherit it.
/// See <https://pubs.opengroup.org/onlinepubs/9799919799/functions/pthread_getspecific.html>.
struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  /// The object of the current thread.
  ///
  /// Safe because whoever sets it keeps it alive until it is set back.
  var object: Object? {
    pthread_getspecific(key).map {
      Unmanaged<Object>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue()
    }
  }

  func set(_ object: Object?) {
    pthread_setspecific(key, object.map { Unmanaged.passUnretained($0).toOpaque() })
  }
}
