# The recipes of this project. `just` alone lists them; `scripts/test` installs `just` if it is missing.

# Tables made by others, to compare with; tests that need them say so and pass over where they are absent.
syzygy := env("ADLI_SYZYGY", "../shared/data/syzygy")
# Where long runs keep their tables.
tables := env("ADLI_TABLES", "target/tables")

# list the recipes
default:
    @just --list

# everything that a change must pass; CI runs this
test: format licences advisories
    scripts/unit "{{just_executable()}}" syzygy KQK KRK KBK KNK KPK KBNK KRKN KQKP KPKP

# the formatter has nothing to change
format:
    cargo fmt --all --check

# no warning in any target; `unit` asks for the same while it compiles
lint:
    cargo clippy --workspace --all-targets --quiet -- -D warnings

# every linked crate has a licence that goes with MIT OR Apache-2.0
licences:
    cargo deny --log-level error check licenses bans sources

# no crate has a known fault; needs a copy of RustSec's database, as `git clone https://github.com/RustSec/advisory-db` makes it
advisories:
    scripts/advisories --test
    scripts/advisories

# no warning in any target, and then unit tests, integration tests, the page in a browser, editors, chess programs, and the examples of README and documentation
unit:
    scripts/unit

# how quick the page is, on the wall clock of a machine with nothing else to do
page-figures:
    web/test --figures

# the page: its built files are those of its sources, and it works in a real browser; `unit` runs it too
page:
    cargo build --quiet
    ADLI="{{justfile_directory()}}/target/debug/adli" scripts/page

# some endgames, or all 35 of three and four men, position by position, against the Syzygy tables
syzygy *materials:
    @if [ -d "{{syzygy}}" ]; then \
        cargo build --release --quiet --manifest-path tools/syzygy/Cargo.toml && \
        tools/syzygy/target/release/adli-syzygy "{{syzygy}}" {{materials}}; \
    else \
        echo "SKIPPED: no Syzygy tables in {{syzygy}}; set ADLI_SYZYGY to a folder that has them" >&2; \
    fi

# the whole command against changed texts and damaged files, for so many seconds; 1,000 flipped bits, 100 kills, every write failing in turn
hostile seconds="600" seed="2":
    ADLI_FLIPS=1000 ADLI_KILLS=100 ADLI_FAILING=1 ADLI_FUZZ_SEED={{seed}} cargo test --quiet -p adli --test it -- --nocapture hostile::flipped hostile::killed hostile::failing
    ADLI_FUZZ_SECONDS={{seconds}} ADLI_FUZZ_SEED={{seed}} cargo test --quiet -p adli --test it -- --nocapture nothing_breaks

# what `prove` says of the library by every method, and all problems for solvers, are what was recorded; ADLI_BLESS=1 records
golden:
    cargo test --quiet -p adli --test it -- --ignored --nocapture golden

# what commands cost on the CPU clock: `play` no more than twice what `explain` does, boards of every size five minutes
costs:
    cargo test --release --quiet -p adli --test it -- --ignored --nocapture --test-threads 1 costs

# the server of the page under load: 200 values a second for half a minute, none lost; prints how long they take
load:
    cargo test --release --quiet -p adli-web --test it -- --ignored --nocapture load

# everything that takes too long for CI, part by part, with a new seed each night; see scripts/nightly
nightly *args:
    JUST="{{just_executable()}}" scripts/nightly {{args}}

# our own code changed in small ways, one mutant in so many of the engine, symmetry and elaboration: the tests must notice; 1 is all of them
mutants sample="100" seed="0" *crates:
    scripts/mutants {{sample}} {{seed}} {{crates}}

# decision diagrams at length: the table of Hurd's paper, a pawn against a rook, texts of three men; a quarter of an hour, 3 GiB
hurd:
    cargo test --release --quiet -p adli-bdd --test it -- --ignored --nocapture --test-threads 1

# other chess programs play with Adli and read what it writes: python-chess, Stockfish, XBoard; so many games of each endgame
peers games="100":
    scripts/peers {{games}}

# the Coq library: compiles, nothing is left open or assumed, the independent checker accepts it; a minute and a half
proofs:
    proofs/check "{{justfile_directory()}}/target/proofs"

# theorems by Coq's kernel: a strategy from all positions, tables of three men; and the extracted checkers, up to five men; half a CPU hour
proofs-at-length: proofs
    proofs/interface/check "{{justfile_directory()}}/target/proofs"
    proofs/krk/check "{{justfile_directory()}}/target/proofs"
    cargo build --release --quiet
    target/release/adli --tables "{{tables}}" solve KQK KRK KBK KNK KPK KRKN
    proofs/tables/check "{{tables}}" "{{justfile_directory()}}/target/proofs"
    proofs/extracted/build "{{justfile_directory()}}/target/proofs"
    mkdir -p target/proofs/raw
    cargo run --release --quiet -p adli-tables --example raw -- "{{tables}}" target/proofs/raw KK KQK KRK KBK KNK KPK KRKN
    proofs/extracted/test target/proofs/extracted/adli-verified target/proofs/raw
    proofs/extracted/at-length target/release/adli "{{tables}}"
    cargo test --release --quiet -p adli --test it -- --include-ignored false_tables

# grammars and modes for editors, on every text and on thousands with mistakes; builds tree-sitter's tool once, then two minutes
editors:
    cargo build --release --quiet
    editors/test

# the language server after ten thousand random edits, and how soon it answers
lsp:
    cargo test --release --quiet -p adli-lsp --test it -- --ignored --nocapture --test-threads 1

# the Python package as docs/python.md installs it, compiled as users have it, and what proving from Python costs beside the command line
python:
    bindings/python/test --release

# the table of figures: how fast, how small
bench:
    cargo bench --quiet -p adli-tables --bench figures
    cargo bench --quiet -p adli-exhaustive --bench figures
    cargo bench --quiet -p adli-sat --bench figures
    cargo bench --quiet -p adli-recognise --bench recogniser

# what takes too long for CI: five men solved and audited (half an hour on two cores), mutual zugzwangs of all four-man endgames
exhaustive:
    cargo build --release --quiet
    target/release/adli --tables "{{tables}}" solve --men 4
    target/release/adli --tables "{{tables}}" audit --men 4
    target/release/adli --tables "{{tables}}" solve KNNKB KNNKN KBBKN KRPKR KQPKQ KPPKP
    target/release/adli --tables "{{tables}}" audit --only KNNKB KNNKN KBBKN KRPKR KQPKQ KPPKP
    ADLI_TABLES="{{tables}}" cargo test --release --quiet -p adli-tables --test it -- --ignored
    cargo test --release --quiet -p adli-lang --test it -- --ignored laws
    cargo test --release --quiet -p adli-static --test it -- --ignored export
    ADLI_EVERY=8 cargo test --release --quiet -p adli-exhaustive -p adli-recognise -- --ignored
    cargo test --release --quiet -p adli-sat -p adli-smt -p adli-boards -p adli-coq -- --ignored
    cargo test --release --quiet -p adli --test it -- --ignored the_sum_of_the_krk_text
    cargo test --release --quiet -p adli --test it -- --ignored exported
    cargo test --release --quiet -p adli --test it -- --ignored every_layer_has coq
