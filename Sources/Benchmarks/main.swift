import Foundation

// The other side of a proof: this program, started by itself.
if let child = Child(Array(CommandLine.arguments.dropFirst())) {
  do { exit(try await child.run() ? 0 : 1) } catch {
    print("failed: \(error)")
    exit(1)
  }
}

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  print(Options.usage)
  exit(2)
}

let report = Report(isJSON: options.isJSON)
do {
  if options.provesService {
    exit(try await Service.run(options) ? 0 : 1)
  } else if options.showsGrowth {
    try Growth.run(options, report)
  } else {
    report.begin(options)
    for workload in Workload.all where options.only.map(workload.name.contains) ?? true {
      let bench = try Bench(options)
      report.add(try workload.run(bench, options.rows ?? workload.rows), target: workload.target)
    }
    try FirstUse.run(options, report)
    try FetchedMemory.run(options, report)
  }
} catch {
  print("failed: \(error)")
  exit(1)
}
