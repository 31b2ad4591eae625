// swift-tools-version: 6.2
import PackageDescription

// Targets stand in the order of the layers, lowest first; each is followed by its tests.
// Tests/PackageTests/ModuleArrows.swift checks that imports only point downwards.

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // Half of the work of a build from nothing: each module is read once, not once for each batch of its files.
    .unsafeFlags(
      [
        "-disable-batch-mode", "-whole-module-optimization", "-no-emit-module-separately-wmo",
        "-num-threads", "2",
      ],
      .when(configuration: .debug)),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// In the source archive, what a build would fetch is in a folder (the Makefile sets it).
let vendor = Context.environment["MOVIERPC_VENDOR"]

func dependency(_ name: String, of owner: String, from version: Version) -> Package.Dependency {
  if let vendor {
    .package(path: "\(vendor)/\(name)")
  } else {
    .package(url: "https://github.com/\(owner)/\(name)", from: version)
  }
}

// `make release EMBED=no`: without the facts about titles.
let hasFacts = Context.environment["MOVIERPC_EMBED"] != "no"

// For modules of tables, pages and requests that wait for others: 15 % less code than with -O.
let small = settings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
  name: "movierpc",
  products: [
    .executable(name: "movierpcd", targets: ["movierpcd"]),
    .executable(name: "movierpc", targets: ["movierpc"]),
  ],
  dependencies: [
    dependency("swift-log", of: "apple", from: "1.16.2"),
    dependency("GRDB.swift", of: "groue", from: "7.10.0"),
    dependency("TOMLKit", of: "LebJe", from: "0.6.0"),
  ],
  targets: [
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),

    .target(name: "EventLoop", dependencies: ["CLibuv"], swiftSettings: settings),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"], swiftSettings: settings),

    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),

    // libcurl is loaded when it is first needed, not linked.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl")]),

    // libz likewise.
    .target(name: "CZlib", linkerSettings: [.linkedLibrary("dl")]),

    // libcrypt likewise.
    .target(name: "CCrypt", linkerSettings: [.linkedLibrary("dl")]),

    // libsodium likewise.
    .target(name: "CSodium", linkerSettings: [.linkedLibrary("dl")]),

    .target(name: "HTTPClient", dependencies: ["CCurl", "CZlib", "EventLoop"], swiftSettings: settings),
    .testTarget(
      name: "HTTPClientTests", dependencies: ["CCurl", "EventLoop", "HTTPClient", "TestSupport"],
      swiftSettings: settings),

    .target(name: "JSONRPC", swiftSettings: settings),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSONRPC"], swiftSettings: settings),

    .target(name: "MovieProtocol", dependencies: ["JSONRPC"], swiftSettings: small),
    .testTarget(
      name: "MovieProtocolTests", dependencies: ["MovieProtocol", "TestSupport"], swiftSettings: settings),

    .target(name: "MovieSync", dependencies: ["CSodium", "JSONRPC"], swiftSettings: settings),
    .testTarget(
      name: "MovieSyncTests", dependencies: ["JSONRPC", "MovieSync", "TestSupport"], swiftSettings: settings),

    .target(
      name: "RedisClient", dependencies: ["EventLoop", "HTTPClient", "MovieProtocol"],
      swiftSettings: settings),
    .testTarget(
      name: "RedisClientTests", dependencies: ["EventLoop", "MovieProtocol", "RedisClient", "TestSupport"],
      swiftSettings: settings),

    // Optimised in debug builds too: a daemon makes its index at the first start.
    .target(
      name: "TitleIndex", swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .testTarget(
      name: "TitleIndexTests", dependencies: ["TestSupport", "TitleIndex"], swiftSettings: settings),

    // The facts of the embedded catalogue, put into the daemon's binary by #embed.
    .target(
      name: "CatalogueData", exclude: ["make.py", "names.tsv", "titles.tsv.zst"],
      cSettings: [.disableWarning("c23-extensions")] + (hasFacts ? [] : [.define("WITHOUT_FACTS")])),

    .target(
      name: "MovieStore",
      dependencies: [
        "CatalogueData", "CZlib", "CZstd", "JSONRPC", "MovieProtocol", "MovieSync", "TitleIndex",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MovieStoreTests",
      dependencies: [
        "MovieStore", "MovieSync", "TestSupport", "TitleIndex", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),

    .target(
      name: "MovieSources",
      dependencies: [
        "EventLoop", "HTTPClient", "JSONRPC", "MovieProtocol", "MovieStore", "RedisClient", "TitleIndex",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: small),
    .testTarget(
      name: "MovieSourcesTests",
      dependencies: [
        "EventLoop", "FakeTMDB", "HTTPClient", "JSONRPC", "MovieSources", "MovieStore", "RedisClient",
        "TestSupport",
      ],
      swiftSettings: settings),

    .target(
      name: "MovieServer",
      dependencies: [
        "CCrypt", "CZlib", "EventLoop", "HTTPClient", "JSONRPC", "MovieProtocol", "MovieSources",
        "MovieStore",
        "MovieSync",
        .product(name: "Logging", package: "swift-log"), .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: settings + (hasFacts ? [] : [.define("WITHOUT_FACTS")])),
    .testTarget(
      name: "MovieServerTests",
      dependencies: ["FakeTMDB", "MovieServer", "MovieSources", "MovieSync", "TestSupport"],
      swiftSettings: settings),

    // The client's texts in other languages, put into its binary likewise.
    .target(
      name: "TranslationData", exclude: ["de.po", "es.po"], cSettings: [.disableWarning("c23-extensions")]),

    .target(
      name: "MovieClient", dependencies: ["JSONRPC", "MovieProtocol", "TranslationData"],
      swiftSettings: small
        + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]),
    .testTarget(
      name: "MovieClientTests", dependencies: ["JSONRPC", "MovieClient", "MovieProtocol"],
      swiftSettings: settings),

    // In place of the data that Foundation carries with it: a name for the linker, without headers.
    .target(name: "EmptyICUData", publicHeadersPath: "."),

    .executableTarget(
      name: "movierpcd", dependencies: ["EmptyICUData", "MovieServer"], swiftSettings: settings),

    // Static in `make release`, because a dynamic one takes three times as long to start.
    .executableTarget(
      name: "movierpc", dependencies: ["MovieClient"], swiftSettings: settings,
      linkerSettings: Context.environment["MOVIERPC_RELEASE"] == nil
        ? [] : [.unsafeFlags(["-static-executable"])]),

    // TMDB, iTunes and YouTube for tests and for trying things by hand: make fake-tmdb
    .target(name: "FakeTMDB", dependencies: ["JSONRPC"], path: "Tests/FakeTMDB", swiftSettings: settings),
    .executableTarget(
      name: "fake-tmdb", dependencies: ["FakeTMDB"], path: "Tests/FakeTMDBProgram", swiftSettings: settings),

    // What several test targets share: transcripts, schema checks, a blocking client, spawned programs.
    .target(
      name: "TestSupport", dependencies: ["EventLoop", "JSONRPC", "MovieProtocol"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "FakeTMDB", "JSONRPC", "TestSupport", "movierpc", "movierpcd",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PackageTests",
      dependencies: ["JSONRPC", "MovieClient", "MovieProtocol", "MovieServer", "TestSupport"],
      swiftSettings: settings),
  ]
)
