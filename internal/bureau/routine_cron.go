//go:build !js

package bureau

import "github.com/robfig/cron/v3"

// times reads when something happens, as cron writes it.
func times(text string) (cron.Schedule, error) { return cron.ParseStandard(text) }
