package explain

import "embed"

// What a visitor's browser says: words about bundles, rules and numbers.
//
//go:embed locale/check.*.toml locale/cli.*.toml locale/clause.*.toml locale/finding.*.toml locale/proof.*.toml locale/reading.*.toml
//go:embed locale/step.*.toml locale/summary.*.toml locale/web.*.toml locale/word.*.toml
var locale embed.FS
