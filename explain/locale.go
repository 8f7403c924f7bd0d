//go:build !js

package explain

import "embed"

//go:embed locale/*.toml
var locale embed.FS
