# movierpc of its archive, movierpc-@VERSION@-@ARCH@.tar.gz, which lies beside this file: nix run path:.
# nixpkgs has no Swift 6.3, so this is what the project has built, with the libraries of nixpkgs.
{
  description = "Movie service for the desktop, over a Unix socket";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      system = "@ARCH@-linux";
      pkgs = nixpkgs.legacyPackages.${system};
      # The daemon loads them when it needs them.
      libraries = [ pkgs.curl pkgs.zlib pkgs.libxcrypt pkgs.libsodium ];
    in {
      packages.${system}.default = pkgs.stdenv.mkDerivation {
        pname = "movierpc";
        version = "@VERSION@";
        src = ./movierpc-@VERSION@-@ARCH@.tar.gz;
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        runtimeDependencies = map pkgs.lib.getLib libraries;
        # They are stripped; the client is static.
        dontStrip = true;
        installPhase = "./install --prefix $out --destdir /";
        meta = {
          description = "Movie service for the desktop, over a Unix socket";
          license = with pkgs.lib.licenses; [ mit asl20 lgpl21Plus ];
          platforms = [ system ];
          mainProgram = "movierpc";
        };
      };
    };
}
