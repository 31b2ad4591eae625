import Glibc
import MovieClient

@main
enum Main {
  static func main() {
    StandardDescriptors.fill()
    DisplayLanguage.followEnvironment()
    do throws(CommandError) {
      try Client.run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Output.report(error)
      exit(error.status.rawValue)
    }
  }
}
