package finding

// Class is the kind of a refusal: what the requester can do about it. Programs
// that answer requests depend on it, not on ids.
type Class uint8

// The classes. The zero value is Invalid, which includes findings that refuse a
// file.
const (
	Invalid   Class = iota // the request itself is invalid, whatever is stored
	NotFound               // the request names something that does not exist
	Conflict               // the request conflicts with what is stored or was decided
	NotNow                 // the same request is granted later, after a day, a step or a repair
	Forbidden              // the request is never allowed
)

var classNames = [...]string{"invalid", "not-found", "conflict", "not-now", "forbidden"}

// String returns "invalid", "not-found", "conflict", "not-now" or "forbidden".
func (c Class) String() string { return classNames[c] }

// Class returns the class of a refusal.
func (r *Refused) Class() Class { return classes[r.ID] }

// classes are the classes of refusals, by id.
var classes = byID(refusals)

// refusals are the ids of all refusals, by class.
var refusals = map[Class][]string{
	Invalid: {
		"email-form", "role-needed", "role-unknown", "scope-unknown", "authority-unknown", "list-without-ratings", "list-zero-early", "list-zero-label", "list-zero-name", "no-such-option", "zone-unknown",
		"birth-of-nobody", "control-character", "days-reversed", "entries-too-many", "entry-without-name", "event-days", "fide-label", "fide-list-short", "fide-list-strange", "field-unknown", "id-form",
		"id-repeated-in-list", "indexed-under-age", "membership-days", "merge-of-one", "name-needed", "nothing-stated", "name-too-long", "text-too-long",
		"fee-amount", "fide-day", "fide-receipt-needed", "inquirer-needed", "inquiry-in-future", "notice-incomplete", "notice-link", "precedent-incomplete", "rating-too-low",
		"key-reason-names-player", "reason-names-inquirer", "reason-names-person", "reason-needed", "player-not-unique", "section-needed", "key-used", "seen-needed", "sender-club-needed",
		"cursor-unknown", "method-unknown", "parameter-invalid", "request-invalid", "request-too-large",
		"import-damaged", "import-form", "checkpoint-unreadable",
		"bundle-age", "bundle-base", "bundle-edition", "bundle-facts", "bundle-form", "bundle-from", "bundle-included", "bundle-leaf",
		"bundle-list", "bundle-made", "bundle-made-otherwise", "bundle-older", "bundle-people", "bundle-player", "bundle-record",
		"bundle-records", "bundle-signature", "bundle-standings", "bundle-tree", "log-other", "log-short", "log-unsigned",
	},
	NotFound: {
		"no-account", "no-key", "no-address", "no-announcement", "no-bytes", "no-fide-event", "no-check", "no-club", "no-correction", "edition-unknown", "no-entry", "no-game", "no-inquiry", "no-list", "inquiry-asks-nothing",
		"no-first-rating", "no-list-of-type", "no-membership", "no-merge", "not-decided", "no-period", "no-precedent", "no-question", "no-report", "no-revision", "unknown-player", "unknown-section",
	},
	Conflict: {
		"already-initialised", "email-taken", "key-of-nobody", "keys-many", "last-administrator", "import-not-empty", "proof-has-key", "checkpoint-other", "witness-back", "witness-forked",
		"club-name-taken", "event-known", "perhaps-not-new", "id-taken", "player-in-section", "player-merged",
		"merge-in-list", "merge-of-distinct", "merge-of-rated", "merge-of-two",
		"colours-reversed", "dispensation-needless", "fee-not-due", "first-rating-made", "first-rating-stands", "fide-all-sent", "fide-received", "file-is-last", "games-in-list", "nothing-to-correct", "referred", "report-already-rated", "report-not-rated",
		"announced-before", "announcement-begun", "draft-outdated", "plan-stale", "draft-registers", "draft-reports", "list-out", "period-behind", "period-out",
		"correction-decided", "correction-not-in-force", "correction-outdated", "correction-unrates", "inquiry-closed", "inquiry-not-asked", "changed-since",
	},
	NotNow: {
		"not-initialised", "proof-no-key", // about an installation
		"invitation-over", "sign-in-needed", "key-needed", "factor-needed", "second-factor-needed", "second-is-first", // somebody has to show who they are, or another one has to act
		"database-away", "request-busy", "request-failed", "too-many-requests", "entries-enough",
		"checkpoint-behind", "checkpoint-missing", "database-older", "database-other", "database-upgraded-meanwhile", "key-missing", "key-renewed", "leaf-behind", "list-base", "rows-missing", // a repair is needed first
		"fide-excluded", "fide-not-excluded", "fide-not-sent", "floor-needed", "no-draft", "no-drafts", "period-not-out", "period-order", "period-runs", "no-plan", "plan-past", "publish-early", "question-open", "review-open",
		"correction-undo-order", "club-unassigned", "report-move", "report-unchecked", "report-without-file", "report-without-record",
	},
	Forbidden: {"account-own", "act-not-allowed", "key-not-for", "not-yours", "age-group-private", "id-stays", "list-zero", "period-before-zero", "player-erased", "request-cross-site"},
}

// byID returns the class of each id.
func byID(ids map[Class][]string) map[string]Class {
	all := map[string]Class{}
	for class, of := range ids {
		for _, id := range of {
			all[id] = class
		}
	}
	return all
}
