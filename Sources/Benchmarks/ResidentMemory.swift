import Foundation

/// The memory of this process that is in RAM, in bytes; 0 where the system does not say.
func residentMemory() -> Int {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
    let kilobytes = Int(line.filter(\.isNumber))
  else { return 0 }
  return kilobytes * 1024
}
