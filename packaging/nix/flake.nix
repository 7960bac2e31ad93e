# nix run ./packaging/nix -- sample-data
{
  description = "A terminal explorer for Zarr arrays: chunk grids, codec pipelines stage by stage, and values";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (builtins.fromTOML (builtins.readFile ../../Cargo.toml)).package;
    in {
      packages = forEach (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = manifest.name;
          version = manifest.version;
          src = ../..;
          cargoLock.lockFile = ../../Cargo.lock;
          buildFeatures = [ "stores" ];
          # The tests need terminals and servers of their own; .ci/run has them.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            installManPage assets/man/*.1
            installShellCompletion assets/completions/zarrscope.bash assets/completions/zarrscope.fish
            installShellCompletion --zsh assets/completions/_zarrscope
          '';
          meta = {
            description = manifest.description;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "zarrscope";
          };
        };
      });
    };
}
