# make run      build, start the daemon, show three Dunes and the first screen
# make test     every test
# make check    formatting, warnings as errors, sanitizers        make fuzz    libFuzzer on what reads bytes
# make bench    the table of figures                              make docs    what is made of the contract
# make fake-tmdb        something to try the daemon against, without a key; FAKE='--fault slow=300 --rate 0.3'
# make install PREFIX=/usr/local DESTDIR=       make uninstall, with the same      make man     the manual pages
# make deb      a Debian package                make tarball  the archive for every other system, with recipes
# make source-archive   the sources with the packages that a build fetches
# make catalogue TITLES=titles.tsv.gz FACTS=facts.jsonl MORE=more AS_OF=2026-07-29    the built-in catalogue anew
# make check-contrib    the tests in contrib: what is made for others, with the programs it is made for
# make check-hosts      those of them that need neither a screen nor root        make pictures     the pages' pictures
# make check-systems    archive, Debian package and contrib in a Debian 13 of its own, as root; SYSTEMS='bare sid'

PREFIX ?= /usr/local
DESTDIR ?=

# The libraries of a build, by pkg-config's names; what Debian 12 lacks beside Swift: to build, and to test.
BUILD_LIBRARIES := libuv libcurl zlib libzstd sqlite3
BUILD_PACKAGES := libuv1-dev libcurl4-openssl-dev zlib1g-dev libzstd-dev libsqlite3-dev pkg-config
TEST_PACKAGES := libsodium23 faketime netcat-openbsd socat strace python3-pip fzf zsh fish nginx-light openssl dbus-daemon systemd redis-server zstd
PYTHON_PACKAGES := .build/python-aiorpcx

# The programs that what is in contrib is made for: those that need no screen, and the others.
HOSTS := i3blocks tmux notifications dbus menu fzf mpv nvim vim emacs vscode ags quickshell yazi python shell manual \
	packaging
HOST_PACKAGES := i3blocks tmux fzf mpv vim neovim emacs-nox elpa-vertico procps socat libnotify-bin dbus-daemon python3 \
	python3-gi man-db mandoc netcat-openbsd jq sqlite3 chafa playerctl systemd bemenu libbemenu-curses nodejs gjs lua5.4 \
	python3-pyqt6.qtquick qml6-module-qtquick qml6-module-qtquick-window qml6-module-qtqml-workerscript
OTHER_HOST_PACKAGES := waybar sway grim wtype fuzzel tofi wofi libbemenu-wayland polybar rofi xvfb xdotool x11-apps xterm imagemagick \
	fonts-dejavu-core librsvg2-common dbus dpkg-dev debhelper lintian desktop-file-utils

RELEASE := .build-release

# Full RELRO: what the dynamic linker fills in is read-only before the program starts.
HARDENING := -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# Each function has a section of its own, and the linker puts those side by side that a start runs: so fewer pages of
# the program are mapped. The first link has an empty list.
ORDER := $(CURDIR)/$(RELEASE)/startup-order
# That of the source archive: with it one link is enough.
RECORDED_ORDER := Sources/StartupOrder/list
LAYOUT := -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xlinker "--symbol-ordering-file=$(ORDER)" -Xlinker --no-warn-symbol-ordering
# Equal functions are linked once, and no name is exported: 3 MB of the daemon.
SMALL := -Xlinker --icf=all -Xlinker --no-export-dynamic
# Libraries that the daemon has in it, where this system has archives of them: with all five it needs libc and libm
# only. STATIC= leaves all to the system, whose corrections then reach the daemon, too.
STATIC ?= uv_a sqlite3 zstd stdc++ gcc_eh
ARCHIVES := $(CURDIR)/$(RELEASE)/archives
# Packed, which saves 2 MB of memory; it takes glibc 2.36.
RELOCATIONS ?= -Xlinker -z -Xlinker pack-relative-relocs
# A package's own file names are in the program as they are in the package, wherever it was built.
PATHS := -Xcxx -ffile-prefix-map=$(CURDIR)/.build/checkouts/= -Xcxx -ffile-prefix-map=$(CURDIR)/Vendor/=
# Two overlapping accesses to one variable are found by the compiler, and by the tests, which are built without this.
# Checked as it runs, it was a sixth of what a cached answer costs: some 60 accesses a request.
UNCHECKED := -Xswiftc -enforce-exclusivity=unchecked
# Both programs carry Swift with them, and are compiled with the same flags, so that they share the modules that both
# have. What is stripped needs no debug information.
RELEASE_FLAGS := -c release --static-swift-stdlib -Xswiftc -gnone -Xswiftc -use-ld=lld \
	-Xswiftc -L -Xswiftc $(ARCHIVES) $(RELOCATIONS) $(LAYOUT) $(SMALL) $(HARDENING) $(UNCHECKED) $(PATHS)

# The packages that Package.swift names, where they are already here: in the source archive.
ifneq ($(wildcard Vendor),)
export MOVIERPC_VENDOR := Vendor
endif
# EMBED=no: a daemon without the facts about titles, for those who do not distribute them. It needs a key.
export MOVIERPC_EMBED := $(EMBED)

# What users copy from contrib; it is installed as examples.
EXAMPLES := ags dbus emacs eww fzf i3blocks i3status-rust menu mpv notifications nvim polybar python quickshell rofi shell tmux vim vscode waybar yazi

# Those of them that are programs are installed as such, too.
SCRIPTS := contrib/rofi/movierpc-rofi contrib/fzf/movierpc-fzf contrib/menu/movierpc-menu \
	contrib/notifications/movierpc-notify

# Where things go, below DESTDIR; a packager may name other places.
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/movierpc
UNITDIR ?= $(PREFIX)/lib/systemd/user
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
VIMDIR ?= $(PREFIX)/share/vim/vimfiles
NVIMDIR ?= $(PREFIX)/share/nvim/site
ELISPDIR ?= $(PREFIX)/share/emacs/site-lisp
# The bridge to the session bus, and the folder for what tells desktops and the bus of it.
DBUSDIR ?= $(PREFIX)/lib/movierpc
DATADIR ?= $(PREFIX)/share

.PHONY: catalogue run fake fake-tmdb test quick check check-contrib check-hosts pictures bench fuzz install uninstall man \
  deb tarball source-archive check-systems release archives docs docs-check deps test-deps clean

run: deps
	@swift build --product movierpcd && swift build --product movierpc
	@.build/debug/movierpc daemon restart
	@echo
	@echo "$$ movierpc search dune --page-size 3"
	@.build/debug/movierpc search dune --page-size 3 --text
	@echo
	@echo "$$ movierpc home"
	@.build/debug/movierpc home --text
	@echo
	@echo "The daemon goes on; '.build/debug/movierpc daemon stop' ends it. For programs:"
	@echo
	@echo "$$ movierpc call search '<\"q\":\"dune\",\"page_size\":1>'"
	@.build/debug/movierpc call search '<"q":"dune","page_size":1>'

# The page of make.py tells the form of the tables.
catalogue:
	@command -v zstd >/dev/null || Tests/require.sh zstd
	@python3 Sources/CatalogueData/make.py $(TITLES) $(if $(FACTS),--facts $(FACTS)) $(if $(MORE),--more $(MORE)) \
	  --as-of $(AS_OF) -o Sources/CatalogueData/titles.tsv.zst

fake-tmdb: deps fake
	@.build/debug/fake-tmdb $(FAKE)

test: deps test-deps
	@swift build --build-tests
	@Tests/run.sh

# All but the tests of whole programs.
quick: deps test-deps
	@swift build --build-tests
	@Tests/run.sh quick

check: deps test-deps
	swift format lint --strict --recursive Sources Tests Package.swift
	CI=1 swift build --build-tests
	CI=1 MOVIERPC_LONG=1 swift test --skip-build \
	  --filter 'LibraryFollowerTests|UpstreamErrorTests|HistoriesTests|SyncTests|IntegrationTests.SharedCacheTests'
	CI=1 swift build --build-tests --sanitize thread --scratch-path .build-thread
	TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/tsan-suppressions.txt \
	  swift test --skip-build --no-parallel --sanitize thread --scratch-path .build-thread \
	  --filter 'EventLoopTests|HTTPClientTests|MovieServerTests|MovieStoreTests|MovieSourcesTests' \
	  --skip FreeMemoryTests
	CI=1 swift build --build-tests --sanitize address --scratch-path .build-address
	ASAN_OPTIONS=detect_leaks=0 swift test --skip-build --no-parallel --sanitize address \
	  --scratch-path .build-address --filter 'HTTPClientTests|JSONRPCTests|MovieProtocolTests|MovieServerTests|RedisClientTests'

# The variable is for Package.swift.
BUILD := PKG_CONFIG_PATH=$(ARCHIVES):$$PKG_CONFIG_PATH MOVIERPC_RELEASE=1 swift build $(RELEASE_FLAGS)
PROGRAMS := $(BUILD) --product movierpcd && $(BUILD) --product movierpc

# By the names that the linker looks for; where they have changed, the programs are linked again.
archives:
	@mkdir -p $(RELEASE) && rm -rf $(ARCHIVES).new && mkdir $(ARCHIVES).new
	@for name in $(STATIC); do \
	  file=$$(clang -print-file-name=lib$$name.a); short=$${name%_a}; \
	  case $$name in gcc_eh) short=gcc_s ;; esac; \
	  case $$file in /*) ln -s "$$(realpath "$$file")" $(ARCHIVES).new/lib$$short.a ;; \
	    *) echo "lib$$name.a is not here: the daemon will need lib$$short of the system" ;; esac; \
	done
# The package manager puts the folder that this names before all others.
	@[ ! -e $(ARCHIVES).new/libuv.a ] || sed 's|^libdir=.*|libdir=$(ARCHIVES)|' \
	  "$$(pkg-config --variable=pcfiledir libuv)/libuv.pc" > $(ARCHIVES).new/libuv.pc
	@[ "$$(ls -l $(ARCHIVES) 2>/dev/null | sed 's/.* lib/lib/')" = "$$(ls -l $(ARCHIVES).new | sed 's/.* lib/lib/')" ] || \
	  rm -f .build/release/movierpcd
	@rm -rf $(ARCHIVES) && mv $(ARCHIVES).new $(ARCHIVES)

# Without valgrind's list the programs are the same, but for 6 MB of memory that an idle daemon has more.
release: deps archives
	@test -s $(RECORDED_ORDER) || command -v valgrind >/dev/null || Tests/require.sh valgrind
	@test ! -s $(RECORDED_ORDER) || cp -p $(RECORDED_ORDER) $(ORDER)
	@touch -a $(ORDER)
	$(PROGRAMS)
	-@test -s $(RECORDED_ORDER) || test $(ORDER) -nt .build/release/movierpcd || \
	  { python3 Sources/StartupOrder/make.py $(ORDER) .build/release/movierpcd .build/release/movierpc && \
	    $(PROGRAMS) && touch $(ORDER); }
	strip -o $(RELEASE)/movierpcd .build/release/movierpcd
	strip -o $(RELEASE)/movierpc .build/release/movierpc

bench: release
	@$(BUILD) --product fake-tmdb
	@python3 Tests/Benchmarks/run.py --daemon $(RELEASE)/movierpcd --client $(RELEASE)/movierpc \
	  --fake .build/release/fake-tmdb $(BENCH)
	@python3 Tests/Benchmarks/catalogue.py --daemon $(RELEASE)/movierpcd
	@python3 Tests/Benchmarks/bystander.py --daemon $(RELEASE)/movierpcd --fake .build/release/fake-tmdb

fuzz: deps
	@Tests/Fuzz/run.sh

man: release
	rm -rf $(RELEASE)/man
	contrib/manual/make-pages $(RELEASE)/movierpc $(RELEASE)/movierpcd $(RELEASE)/man

install: release man
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(UNITDIR) $(DESTDIR)$(DOCDIR)
	install -d $(addprefix $(DESTDIR)$(MANDIR)/man,1 5 7 8)
	install -d $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR) $(DESTDIR)$(FISHDIR)
	install -m 755 $(RELEASE)/movierpc $(RELEASE)/movierpcd $(SCRIPTS) $(DESTDIR)$(BINDIR)
	for page in $(RELEASE)/man/*; do install -m 644 $$page $(DESTDIR)$(MANDIR)/man$${page##*.}; done
	LC_ALL=C.UTF-8 $(RELEASE)/movierpc completions bash | sed '1{/^#!/d;}' > $(DESTDIR)$(BASHDIR)/movierpc
	LC_ALL=C.UTF-8 $(RELEASE)/movierpc completions zsh > $(DESTDIR)$(ZSHDIR)/_movierpc
	LC_ALL=C.UTF-8 $(RELEASE)/movierpc completions fish > $(DESTDIR)$(FISHDIR)/movierpc.fish
	contrib/systemd/units $(BINDIR) $(DESTDIR)$(UNITDIR)
	sed 's|%h/.local/bin|$(BINDIR)|' contrib/notifications/movierpc-notify.service \
	  > $(DESTDIR)$(UNITDIR)/movierpc-notify.service
	contrib/dbus/install '$(DESTDIR)' $(DBUSDIR) $(DATADIR) $(UNITDIR)
	install -D -m 644 -t $(DESTDIR)$(DATADIR)/icons/hicolor/scalable/apps contrib/packaging/movierpc.svg
	install -D -m 644 -t $(DESTDIR)$(DATADIR)/metainfo contrib/packaging/movierpc.metainfo.xml
	contrib/install-plugins $(DESTDIR)$(VIMDIR) $(DESTDIR)$(NVIMDIR) $(DESTDIR)$(ELISPDIR)
	contrib/install-examples $(DESTDIR)$(DOCDIR)/examples $(EXAMPLES)
	contrib/install-pages $(DESTDIR)$(DOCDIR) $(EXAMPLES)

# What install puts there, and nothing else: not your library. A running daemon goes on until it is stopped.
uninstall:
	rm -f $(addprefix $(DESTDIR)$(BINDIR)/,movierpc movierpcd $(notdir $(SCRIPTS)))
	rm -f $(foreach n,1 5 7 8,$(DESTDIR)$(MANDIR)/man$(n)/movierpc*.$(n))
	rm -f $(DESTDIR)$(BASHDIR)/movierpc $(DESTDIR)$(ZSHDIR)/_movierpc $(DESTDIR)$(FISHDIR)/movierpc.fish
	rm -f $(addprefix $(DESTDIR)$(UNITDIR)/movierpc,d.service d.socket -notify.service -dbus.service)
	rm -f $(addprefix $(DESTDIR)$(DATADIR)/,applications/movierpc.desktop metainfo/movierpc.metainfo.xml \
	  icons/hicolor/scalable/apps/movierpc.svg gnome-shell/search-providers/movierpc.ini \
	  krunner/dbusplugins/movierpc.desktop)
	rm -f $(addprefix $(DESTDIR)$(DATADIR)/dbus-1/services/org.,movierpc.Desktop.service \
	  mpris.MediaPlayer2.movierpc.service)
	rm -rf $(DESTDIR)$(VIMDIR)/pack/movierpc $(DESTDIR)$(NVIMDIR)/pack/movierpc $(DESTDIR)$(DOCDIR) $(DESTDIR)$(DBUSDIR)
	rm -f $(addprefix $(DESTDIR)$(ELISPDIR)/,$(filter-out %-tests.el,$(notdir $(wildcard contrib/emacs/*.el))))

deb: release man
	contrib/debian/build

tarball: release man
	@contrib/packaging/archive

source-archive:
	@contrib/packaging/source-archive

# Takes minutes and the network: a Debian is fetched.
check-systems: deb tarball
	@Tests/require.sh debootstrap
	@$(BUILD) --product fake-tmdb
	@HOSTS="$(filter-out debian packaging,$(patsubst contrib/%/test,%,$(wildcard contrib/*/test)))" \
	  HOST_PACKAGES="$(HOST_PACKAGES) $(OTHER_HOST_PACKAGES)" contrib/packaging/systems $(SYSTEMS)

# A test that is skipped says why; here a skip fails nothing.
check-contrib: release fake
	@Tests/require.sh $(HOST_PACKAGES) $(OTHER_HOST_PACKAGES)
	@contrib/test

# Here it does.
check-hosts: release fake
	@Tests/require.sh $(HOST_PACKAGES)
	@STRICT=1 JOBS=2 contrib/test $(HOSTS)

pictures: release fake
	@Tests/require.sh $(HOST_PACKAGES) $(OTHER_HOST_PACKAGES) dunst i3-wm fonts-noto-core adwaita-icon-theme
	@for picture in contrib/*/test-picture; do $$picture || exit; done
	@PICTURES=1 contrib/test waybar

fake:
	@swift build --product fake-tmdb

# What is made of the contract: openrpc.json, the reference, the messages, the manual's settings and the Python client.
docs: deps
	swift build --build-tests
	MOVIERPC_UPDATE=1 swift test --skip-build --filter 'OpenRPCTests|MessagesPageTests|ReferencePageTests'
	contrib/python/generate

# Fails where one of them is not what the contract says today.
docs-check: deps
	swift build --build-tests
	swift test --skip-build --filter 'OpenRPCTests|MessagesPageTests|ReferencePageTests'
	contrib/python/generate --check

deps:
	@pkg-config --exists $(BUILD_LIBRARIES) 2>/dev/null || Tests/require.sh $(BUILD_PACKAGES)

test-deps: $(PYTHON_PACKAGES)/aiorpcx
	@Tests/require.sh $(TEST_PACKAGES)

$(PYTHON_PACKAGES)/aiorpcx:
	@Tests/require.sh python3-pip
	@python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
	  --target $(PYTHON_PACKAGES) 'aiorpcx==0.25.*'

clean:
	rm -rf .build .build-*
