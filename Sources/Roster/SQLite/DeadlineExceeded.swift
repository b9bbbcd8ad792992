/// A call took longer than it was given; what it had begun to write is rolled back.
public struct DeadlineExceeded: Error, Sendable {}
