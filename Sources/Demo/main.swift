import Foundation

exit(await Demo.run(Array(CommandLine.arguments.dropFirst())))
