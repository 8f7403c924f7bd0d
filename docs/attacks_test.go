package docs

import (
	"os"
	"strings"
	"testing"
)

// attack is what somebody with some access can try.
type attack struct {
	what    string // they do
	outcome string // who notices, or what comes of it
	tests   []string
}

// attacks are all attacks that are tested, by who tries them.
var attacks = []struct {
	who string // and with which access
	all []attack
}{
	{"Somebody who can write to the database, but has no signing key", []attack{
		{"edits, deletes or adds a document of any kind, with checksums made right again", "`arpad verify` names kind and key", []string{"TestVerifyNamesAnEdit", "TestVerifyNamesAFlippedByte", "TestVerifyFindsAFlippedByteInTheFile"}},
		{"changes or cuts the audit log, with all hashes made anew", "`arpad verify`: the next leaf contradicts", []string{"TestAttackOnTheLog"}},
		{"cuts the log behind its last leaf, with all that came after", "nobody on the same day; from the next leaf on whoever has its checkpoint, and the bureau itself", []string{"TestLogCutBehindItsLastLeaf"}},
		{"puts an older database back", "the bureau refuses to write to it", []string{"TestDayLeafPinsTheDesk", "TestOlderDatabaseIsRefused"}},
		{"changes a published list or takes it back", "whoever has a bundle or a checkpoint, and `arpad verify`", []string{"TestPromise2PublishedListNeverChanges", "TestBundlesVerify", "TestFlippedByteInABundle"}},
		{"guesses names and texts, to confirm them from what the log says of documents that are gone", "nothing can be confirmed", []string{"TestNamesCannotBeGuessedFromTheLog", "TestErasedDocumentsCannotBeGuessed"}},
		{"makes many leaves, so that signing takes long", "a leaf costs the same however many there are", []string{"TestLeafCostsTheSameHoweverManyThereAre", "TestEdgeHasTheRootOfTheTree"}},
		{"puts in a database of a program that logged otherwise", "it is refused, in words", []string{"TestDatabaseOfAnotherLogIsRefused", "TestUnloggedDatabaseIsRefused", "TestNewerSchemaIsRefused"}},
	}},
	{"Somebody who sends a file, or types a text", []attack{
		{"sends characters that do something to a terminal", "they are shown, not sent", []string{"TestTypedIsShownOnATerminal", "TestTerminalIsHarmless", "TestHarmless"}},
		{"puts a line break into a reason, a name of a file or another field, to fake a line", "it is shown as <U+000A>", []string{"TestNoFieldFakesALine"}},
		{"sends a file that takes all memory or time, or that is no report", "it is refused, with its place", []string{"TestMemoryIsLimited", "TestBadInputIsReturned"}},
		{"sends one report many times at once", "there is one", []string{"TestOneReportFiftyTimes"}},
	}},
	{"Anybody who reads what is public", []attack{
		{"looks for ages and births on pages, in files, bundles and answers of the API", "they tell no more than K does, and age groups only where the regulation rates by them", []string{"TestPublicTellsNoMoreOfABirthThanK", "TestBundleTellsNoMoreOfABirthThanK", "TestBundleTellsNoAgeGroup", "TestBirthsAreEnough"}},
		{"looks for births, addresses and other personal data", "none is shown", []string{"TestPromise6PublicOutputsShowNothingPersonal", "TestPromise6NothingPersonalIsShown", "TestPromise6NothingPersonalIsStoredElsewhere"}},
		{"looks for a person who was erased, in whatever order and case of the name", "their name is gone from all texts", []string{"TestNoNameOutlivesAnErasure", "TestErasedFromWhatIsNamedAfterThem", "TestErasedFromReportsInTheirCharge", "TestErasedSecondFromOtherNumbering", "TestErasedFromReasonsOfTheLog", "TestAnonymisedInquirerIsForgotten"}},
		{"looks for who has complained", "a reason that names an inquirer is refused; one that names a player is warned about", []string{"TestPublicReasonNamesNoInquirer", "TestInquirerIsNotLogged", "TestReasonThatNamesAPlayer"}},
		{"reads lists while others publish", "each is whole", []string{"TestListsAreReadWhileOthersPublish"}},
	}},
	{"The machine", []attack{
		{"kills a command, fails a call or cuts a connection, anywhere", "the old or the new state is left", []string{"TestPromise1KilledAtAnyInstant", "TestKilledAtEveryCall", "TestReplacedBackupCanBeRestored", "TestEveryCallFails", "TestCutAtEveryStatement", "TestPowerFails"}},
		{"cuts the log of SQLite anywhere", "an earlier state is left, and all holds", []string{"TestTruncatedLogLeavesAnEarlierState"}},
		{"has no room, or no memory", "it is said; the old or the new state is left, and what only reads works", []string{"TestDiskIsFull", "TestFilesAreLimited", "TestReadingNeedsHardlyAnyRoom", "TestMemoryIsLimited"}},
		{"lets nobody write to the disk", "all that only reads works", []string{"TestDiskIsReadOnly", "TestReadOnlyDiskHasALog"}},
		{"has a clock that is ten years back, or steps while a command runs", "what cannot be is refused, and all holds", []string{"TestClockTenYearsBack"}},
	}},
}

// attacksPage returns the page of the attacks.
func attacksPage() string {
	var b strings.Builder
	b.WriteString("# Attacks\n\n")
	b.WriteString("Who can try what, with which access; what comes of it, and which test shows that. What is not promised is in [reliability.md](reliability.md).\n")
	b.WriteString("This page is written from `docs/attacks_test.go`; `UPDATE=1 go test ./docs` regenerates it.\n")
	for _, by := range attacks {
		b.WriteString("\n## " + by.who + "\n\n| tries | outcome | tests |\n|---|---|---|\n")
		for _, a := range by.all {
			b.WriteString("| " + a.what + " | " + a.outcome + " | `" + strings.Join(a.tests, "`, `") + "` |\n")
		}
	}
	return b.String()
}

// The page of the attacks is what the table says, and each attack has tests.
func TestAttacks(t *testing.T) {
	there := testsOfTheHouse(t)
	for _, by := range attacks {
		for _, a := range by.all {
			for _, name := range a.tests {
				if !there[name] {
					t.Errorf("there is no test %s", name)
				}
			}
			if len(a.tests) == 0 {
				t.Errorf("no test shows what comes of it if somebody %s", a.what)
			}
		}
	}
	want := attacksPage()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("attacks.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("attacks.md")
	if err != nil || string(got) != want {
		t.Errorf("attacks.md is not what the table says (%v); UPDATE=1 go test ./docs regenerates it", err)
	}
}
