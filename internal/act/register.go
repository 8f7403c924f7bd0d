package act

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/file"
)

// Because is the reason of an act that may have one.
type Because struct {
	Reason string `json:"reason,omitempty" help:"cli.flag-reason" placeholder:"TEXT"`
}

// AddPlayer registers a player.
type AddPlayer struct {
	Because
	Fields []string `json:"fields" arg:"" name:"field=value" sep:"none" help:"cli.arg-fields"`
}

// Entered is a player who was registered, and those who may be the same person.
type Entered struct {
	*register.Card
	Alike []register.Pair
}

// Do implements Act.
func (a *AddPlayer) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	card, alike, err := register.Enter(ctx, b, a.Fields, a.Reason)
	return &Entered{card, alike}, err
}

// SetPlayer changes the entry of a player.
type SetPlayer struct {
	Because
	ID     string   `json:"id" arg:"" name:"id" help:"cli.arg-player"`
	Fields []string `json:"fields" arg:"" name:"field=value" sep:"none" help:"cli.arg-fields"`
}

// Do implements Act.
func (a *SetPlayer) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.Set(ctx, b, a.ID, a.Fields, a.Reason)
}

// SetConsent says what a player agrees to: that search engines find their page, and at which address the office writes.
type SetConsent struct {
	Because
	ID      string  `json:"id" arg:"" name:"id" help:"cli.arg-player"`
	Indexed *bool   `json:"indexed,omitempty" negatable:"" help:"cli.flag-indexed"`
	Email   *string `json:"email,omitempty" help:"cli.flag-email" placeholder:"ADDRESS"`
}

// Do implements Act.
func (a *SetConsent) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	var fields []string
	if a.Indexed != nil {
		fields = append(fields, "indexed="+strconv.FormatBool(*a.Indexed))
	}
	if a.Email != nil {
		fields = append(fields, "email="+*a.Email)
	}
	return register.Set(ctx, b, a.ID, fields, a.Reason)
}

// RemovePlayer takes back that a player was registered.
type RemovePlayer struct {
	Because
	ID string `json:"id" arg:"" name:"id" help:"cli.arg-player"`
}

// Do implements Act.
func (a *RemovePlayer) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, privacy.Remove(ctx, b, a.ID, a.Reason)
}

// Import imports a CSV into a register.
type Import struct {
	Because
	File File `json:"file" kong:"-"`
}

// Take sets the file.
func (a *Import) Take(file File) { a.File = file }

// read reads the file. One that cannot be read imports nothing.
func (a *Import) read(ctx context.Context, b *bureau.Bureau, rows rowsOf) (any, error) {
	in, found := file.Table(a.File.Data, a.File.Name)
	if slices.ContainsFunc(found, finding.Finding.RefusesAll) {
		return &register.Imported{File: a.File.Name, Findings: found}, nil
	}
	made, err := rows(ctx, b, in, a.File.Name, a.Reason)
	if err == nil {
		made.File, made.Findings = a.File.Name, append(found, made.Findings...)
	}
	return made, err
}

// rowsOf imports the rows of a CSV into a register.
type rowsOf func(ctx context.Context, b *bureau.Bureau, in io.Reader, file, reason string) (*register.Imported, error)

// ImportPlayers imports a CSV of players.
type ImportPlayers struct{ Import }

// Do implements Act.
func (a *ImportPlayers) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.read(ctx, b, register.ImportPlayers)
}

// ImportClubs imports a CSV of clubs.
type ImportClubs struct{ Import }

// Do implements Act.
func (a *ImportClubs) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.read(ctx, b, register.ImportClubs)
}

// ImportMembers imports a CSV of memberships.
type ImportMembers struct{ Import }

// Do implements Act.
func (a *ImportMembers) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return a.read(ctx, b, register.ImportMembers)
}

// UpdateFIDE updates ratings from a FIDE list.
type UpdateFIDE struct {
	Label string            `json:"label" required:"" help:"cli.flag-fide-label" placeholder:"YYYY-MM"`
	List  register.FideList `json:"-" kong:"-"`
}

// Do implements Act.
func (a *UpdateFIDE) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.UpdateFide(ctx, b, a.List, a.Label)
}

// GiveFirst sets or takes back a first rating.
type GiveFirst struct {
	Because
	Undo   bool          `json:"undo,omitempty" xor:"to" required:"" help:"cli.flag-first-undo"`
	To     rating.Rating `json:"rating" name:"rating" xor:"to" required:"" help:"cli.flag-first-rating" placeholder:"RATING"`
	Player string        `json:"player" arg:"" name:"id" help:"cli.arg-player"`
}

// Do implements Act.
func (a *GiveFirst) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return desk.GiveFirst(ctx, b, a.Player, a.To, a.Reason)
}

// AcceptStated takes over what reports state of players that the register does not know.
type AcceptStated struct {
	Ref string `json:"ref,omitempty" arg:"" optional:"" help:"cli.arg-report-ref"`
}

// Do implements Act.
func (a *AcceptStated) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.AcceptFacts(ctx, b, a.Ref)
}

// DistinguishPlayers records that two players are different people.
type DistinguishPlayers struct {
	Because
	Undo
	One   string `json:"id" arg:"" name:"id" help:"cli.arg-player"`
	Other string `json:"other" arg:"" name:"other" help:"cli.arg-other"`
}

// Do implements Act.
func (a *DistinguishPlayers) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	if a.Undo.Undo {
		return nil, register.Undistinguish(ctx, b, a.One, a.Other, a.Reason)
	}
	return nil, register.Distinguish(ctx, b, a.One, a.Other, a.Reason)
}

// MergePlayers merges an ID into another.
type MergePlayers struct {
	Because
	Old  string `json:"id" arg:"" name:"old" help:"cli.arg-old"`
	Into string `json:"into" arg:"" name:"into" help:"cli.arg-into"`
}

// Do implements Act.
func (a *MergePlayers) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return desk.MergePlayers(ctx, b, a.Old, a.Into, a.Reason)
}

// UnmergePlayers undoes a merge.
type UnmergePlayers struct {
	Because
	Old string `json:"id" arg:"" name:"old" help:"cli.arg-old"`
}

// Do implements Act.
func (a *UnmergePlayers) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return desk.UnmergePlayers(ctx, b, a.Old, a.Reason)
}

// AddClub registers a club.
type AddClub struct {
	Because
	Fields []string `json:"fields" arg:"" name:"field=value" sep:"none" help:"cli.arg-club-fields"`
}

// Do implements Act.
func (a *AddClub) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.AddClub(ctx, b, a.Fields, a.Reason)
}

// SetClub changes the entry of a club.
type SetClub struct {
	Because
	Club   string   `json:"club" arg:"" name:"club" help:"cli.arg-club"`
	Fields []string `json:"fields" arg:"" name:"field=value" sep:"none" help:"cli.arg-club-fields"`
}

// Do implements Act.
func (a *SetClub) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.SetClub(ctx, b, a.Club, a.Fields, a.Reason)
}

// NameReporters says who may report for a club besides its representative.
type NameReporters struct {
	Because
	Club      string   `json:"club" arg:"" name:"club" help:"cli.arg-club"`
	Reporters []string `json:"reporters" arg:"" optional:"" name:"reporter" sep:"none" help:"cli.arg-reporters"`
}

// Do implements Act.
func (a *NameReporters) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.SetClub(ctx, b, a.Club, []string{"reporters=" + strings.Join(a.Reporters, "; ")}, a.Reason)
}

// ContactClub says how the office reaches a club.
type ContactClub struct {
	Because
	Club     string  `json:"club" arg:"" name:"club" help:"cli.arg-club"`
	Email    *string `json:"email,omitempty" help:"cli.flag-club-email" placeholder:"ADDRESS"`
	Language *string `json:"language,omitempty" help:"cli.flag-club-language" placeholder:"LANGUAGE"`
	Address  *string `json:"address,omitempty" help:"cli.flag-club-address" placeholder:"TEXT"`
}

// Do implements Act.
func (a *ContactClub) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	var fields []string
	for _, f := range []struct {
		name  string
		value *string
	}{{"email=", a.Email}, {"language=", a.Language}, {"address=", a.Address}} {
		if f.value != nil {
			fields = append(fields, f.name+*f.value)
		}
	}
	return register.SetClubContact(ctx, b, a.Club, fields, a.Reason)
}

// RemoveClub takes back that a club was registered.
type RemoveClub struct {
	Because
	Club string `json:"club" arg:"" name:"club" help:"cli.arg-club"`
}

// Do implements Act.
func (a *RemoveClub) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, privacy.RemoveClub(ctx, b, a.Club, a.Reason)
}

// AddMember adds a membership.
type AddMember struct {
	Because
	Player string     `json:"player" arg:"" name:"id" help:"cli.arg-player"`
	From   civil.Date `json:"from" required:"" help:"cli.flag-member-from" placeholder:"YYYY-MM-DD"`
	To     civil.Date `json:"to" required:"" help:"cli.flag-member-to" placeholder:"YYYY-MM-DD"`
	Event  string     `json:"event,omitempty" help:"cli.flag-member-event" placeholder:"NAME"`
}

// Do implements Act.
func (a *AddMember) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return register.Enrol(ctx, b, register.Membership{Player: a.Player, Days: civil.Range{From: a.From, To: a.To}, Event: a.Event}, a.Reason)
}

// RemoveMember deletes a membership.
type RemoveMember struct {
	Because
	Player string     `json:"player" arg:"" name:"id" help:"cli.arg-player"`
	From   civil.Date `json:"from" required:"" help:"cli.flag-member-from" placeholder:"YYYY-MM-DD"`
	Event  string     `json:"event,omitempty" help:"cli.flag-member-event" placeholder:"NAME"`
}

// Do implements Act.
func (a *RemoveMember) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, register.Resign(ctx, b, register.Membership{Player: a.Player, Days: civil.Range{From: a.From}, Event: a.Event}, a.Reason)
}

// Person names a person whose data go, and says why.
type Person struct {
	Reason string `json:"reason" required:"" help:"cli.flag-reason-public" placeholder:"WORDS"`
	Player string `json:"player" arg:"" name:"id" help:"cli.arg-player-id"`
}

// AnonymisePerson removes a person from the register.
type AnonymisePerson struct{ Person }

// Do implements Act.
func (a *AnonymisePerson) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, privacy.Anonymise(ctx, b, a.Player, a.Reason)
}

// ErasePerson removes a person from the register and the reports.
type ErasePerson struct{ Person }

// Do implements Act.
func (a *ErasePerson) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return privacy.Erase(ctx, b, a.Player, a.Reason)
}
