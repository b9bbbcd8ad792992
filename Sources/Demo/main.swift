import Foundation

exit(Demo.run(Array(CommandLine.arguments.dropFirst())))
