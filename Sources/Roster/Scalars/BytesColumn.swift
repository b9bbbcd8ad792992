import Foundation

extension Field {
  func data() throws(FieldRefusal) -> Data {
    guard type == Self.blobType else { throw refusal }
    return Data(blob)
  }

  func byteArray() throws(FieldRefusal) -> [UInt8] {
    guard type == Self.blobType else { throw refusal }
    return [UInt8](blob)
  }
}
