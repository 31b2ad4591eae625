# shellcheck shell=bash
# What the scripts of this folder share. To be sourced, in the folder of the project.
# shellcheck disable=SC2034
version=$(sed -n 's/.*program = "\(.*\)"/\1/p' Sources/MovieProtocol/Version.swift)
name=movierpc-$version arch=$(uname -m) out=.build-archive
# The date of every file: that of the version.
: "${SOURCE_DATE_EPOCH:=$(date -d "$(sed -n 's/^ -- .*>  //p' contrib/debian/changelog | head -n 1)" +%s)}"
export SOURCE_DATE_EPOCH

# pack FOLDER ARCHIVE: the same files give the same bytes.
pack() {
  tar -c --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --mode='u=rwX,go=rX' -C "$(dirname "$1")" "$(basename "$1")" | gzip -9n >"$2"
  (cd "$out" && sha256sum "$(basename "$2")" >"$(basename "$2").sha256")
}

# recipes ARCHIVE: those that are made for it, with version and checksum.
recipes() {
  local sum recipe
  sum=$(sha256sum "$1")
  while read -r recipe; do
    sed "s|@VERSION@|$version|g; s|@ARCH@|$arch|g; s|@SHA256@|${sum%% *}|g" "$recipe" >"$out/$(basename "$recipe")"
  done < <(grep -lF "$(basename "$1" | sed "s|$version|@VERSION@|; s|$arch|@ARCH@|")" contrib/packaging/recipes/*)
}

# needed_glibc PROGRAM: the newest version that it names.
needed_glibc() {
  local version
  version=$(objdump -T "$1" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
  version=${version#GLIBC_}
  # What packed relocations take. `grep -q` would end objdump by SIGPIPE now and then, which pipefail takes for no.
  [[ $(objdump -p "$1") != *RELR* ]] || version=$(printf '2.36\n%s\n' "$version" | sort -V | tail -n 1)
  echo "$version"
}
