package finding

import (
	"cmp"
	"slices"
	"strings"
)

// Action is something that a person can do about a finding: a stable id and its
// parameters. How it is shown depends on the interface: the command line prints
// a command, a page a link.
type Action struct {
	ID     string
	Values []Value // the parameters known from the finding
}

// Value returns the text of a parameter, empty if the finding does not provide
// it.
func (a Action) Value(name string) string { return Finding{Values: a.Values}.Value(name) }

// Actions are the parameters of every action, by its id.
var Actions = map[string][]string{
	"init":                    {},
	"verify":                  {},
	"export":                  {},
	"doctor":                  {},
	"rebuild":                 {},
	"log":                     {"ref"},
	"regulations.show":        {"regulation"},
	"player.add":              {},
	"player.show":             {"id"},
	"player.set-list":         {"id"},
	"player.stated":           {},
	"player.duplicates":       {},
	"player.merge":            {"id", "into"},
	"player.unmerge":          {"id"},
	"player.distinct":         {"id", "other"},
	"set":                     {},
	"club.add":                {"name"},
	"account.list":            {},
	"account.key-list":        {"account"},
	"account.roles":           {"account"},
	"club.list":               {},
	"club.proposed":           {},
	"member.list":             {},
	"announce.list":           {},
	"announce.dispense":       {"ref"},
	"announce.withdraw":       {"ref"},
	"report.check":            {"ref"},
	"report.list":             {},
	"report.list-admitted":    {},
	"report.show":             {"ref"},
	"report.submit":           {"ref"},
	"report.state":            {"ref", "event", "venue", "time", "responsible"},
	"report.state-days":       {"ref"},
	"report.state-club":       {"ref"},
	"report.state-person":     {"ref"},
	"report.state-qualify":    {"ref"},
	"report.state-reporter":   {"ref"},
	"report.state-type":       {"ref"},
	"report.correct":          {"ref"},
	"report.admit":            {"ref"},
	"report.answer":           {"ref", "question", "section"},
	"club.import":             nil,
	"member.import":           nil,
	"report.floor":            {"ref", "section"},
	"report.match":            {"ref", "section", "start"},
	"report.answer-late":      {"ref", "section"},
	"report.assign":           {"ref"},
	"report.set-aside":        {"ref"},
	"report.withhold":         {"ref"},
	"report.return":           {"ref"},
	"precedent.list":          {},
	"fee.show":                {"ref"},
	"fide.list":               {},
	"fide.sent":               {"ref"},
	"fide.include":            {"ref"},
	"period.list":             {},
	"period.close":            {"label"},
	"period.review":           {"label"},
	"period.publish-early":    {"label"},
	"period.tick":             {"label", "check"},
	"period.publish":          {"label"},
	"period.plan":             {"label"},
	"schedule.list":           {},
	"schedule.run":            {"routine"},
	"schedule.run-backup":     {},
	"schedule.run-try":        {},
	"period.stop":             {"label"},
	"list-index":              {},
	"event":                   {"ref"},
	"inquiry.list":            {},
	"inquiry.add":             {},
	"corrections":             {},
	"correct":                 {},
	"correct.late":            {"ref", "label"},
	"correct.report":          {"ref"},
	"correct.withdraw":        {"ref"},
	"correct.result":          {"ref"},
	"correct.count":           {"ref"},
	"correct.omit":            {"ref"},
	"correct.player":          {"ref"},
	"correct.rating":          {"id"},
	"correct.player-exchange": {"ref"},
	"correction.reject":       {"correction"},
	"correction.undo":         {"correction"},
	"proof.init":              {},
	"proof.init-anew":         {},
	"proof.renew":             {},
	"proof.checkpoint":        {},
	"proof.leaves":            {},
}

// cure is an action that resolves a finding, followed by the names of the
// finding's values for its parameters in order. An empty or missing name means
// that the finding does not provide the parameter.
type cure []string

// cures are the actions that resolve findings, by the finding's id, in the
// order in which to try them. Findings that are resolved in other ways, for
// instance in a file, are missing here.
var cures = map[string][]cure{
	"not-initialised":         {{"init"}},
	"import-form":             {{"export"}},
	"bureau-damaged":          {{"verify"}},
	"list-base":               {{"verify"}},
	"derived-disagrees":       {{"doctor"}},
	"contact-missing":         {{"set"}},
	"clock-behind":            {{"log"}},
	"no-list-of-type":         {{"regulations.show", "regulation"}},
	"player-erased":           {{"player.add"}},
	"birth-from-report":       {{"player.stated"}},
	"births-differ":           {{"player.stated"}},
	"facts-differ":            {{"player.show", "id"}},
	"no-merge":                {{"player.show", "id"}},
	"fide-list-older":         {{"player.set-list"}},
	"duplicates-not-sought":   {{"player.duplicates"}},
	"id-stays":                {{"player.merge", "id"}},
	"perhaps-registered":      {{"player.merge", "id", "other"}, {"player.distinct", "id", "other"}},
	"player-merged":           {{"player.unmerge", "id"}},
	"first-rating-made":       {{"regulations.show", "regulation"}},
	"first-rating-stands":     {{"correct.rating", "id"}},
	"no-account":              {{"account.list"}},
	"no-key":                  {{"account.key-list", "account"}},
	"key-of-nobody":           {{"account.roles", "account"}},
	"no-club":                 {{"club.list"}},
	"clubs-proposed":          {{"club.proposed"}, {"club.add"}},
	"no-membership":           {{"member.list"}},
	"no-announcement":         {{"announce.list"}},
	"announced-before":        {{"announce.withdraw", "ref"}},
	"announced-twice":         {{"announce.withdraw", "ref"}},
	"dispensation-open":       {{"announce.dispense", "ref"}},
	"no-report":               {{"report.list"}},
	"clubs-not-kept":          {{"club.import"}},
	"members-not-kept":        {{"member.import"}},
	"admitted-warnings":       {{"report.list-admitted"}},
	"no-bytes":                {{"report.show", "ref"}},
	"no-fide-event":           {{"fide.list"}},
	"fide-not-sent":           {{"fide.sent", "ref"}},
	"fide-excluded":           {{"fide.include", "ref"}},
	"fide-not-excluded":       {{"fide.list"}},
	"event-known":             {{"report.submit", "ref"}},
	"report-without-file":     {{"report.submit", "ref"}},
	"report-without-record":   {{"report.submit", "ref"}, {"report.set-aside", "ref"}},
	"report-not-rated":        {{"report.correct", "ref"}, {"report.withhold", "ref"}},
	"report-unchecked":        {{"report.check", "ref"}},
	"report-move":             {{"report.admit", "ref"}},
	"games-in-list":           {{"report.admit", "ref"}, {"report.answer", "ref", "question"}, {"correct.withdraw", "other"}},
	"period-not-out":          {{"report.admit", "ref"}},
	"section-renamed":         {{"report.admit"}, {"report.return"}},
	"sections-alike":          {{"report.set-aside"}, {"report.admit"}},
	"file-refused":            {{"report.set-aside"}},
	"section-refused":         {{"report.set-aside"}},
	"no-date":                 {{"report.state-days"}},
	"date-ambiguous":          {{"report.state-days"}},
	"date-unreadable":         {{"report.state-days"}},
	"type-missing":            {{"report.state-type"}},
	"report-lacks":            {{"report.state"}},
	"non-member":              {{"report.answer"}},
	"organizer-missing":       {{"report.state-club"}},
	"responsible-missing":     {{"report.state-person"}},
	"responsible-unknown":     {{"report.answer"}},
	"fide-event-unannounced":  {{"report.answer"}},
	"fide-event-late":         {{"report.answer"}},
	"announced-differs":       {{"report.answer"}},
	"announcement-near":       {{"report.answer"}},
	"reporter-missing":        {{"report.state-reporter"}},
	"qualifiers-missing":      {{"report.state-qualify"}, {"report.answer"}},
	"dispensation-claimed":    {{"report.answer"}},
	"floor-claimed":           {{"report.answer"}, {"report.floor"}},
	"floor-unassigned":        {{"report.floor"}},
	"floor-needed":            {{"report.floor", "ref"}},
	"rounds-unplayed":         {{"report.answer"}},
	"days-apart":              {{"report.answer"}},
	"rounds-fewer":            {{"report.answer"}},
	"organizer-not-sender":    {{"report.assign"}, {"report.answer"}},
	"event-of-another":        {{"report.assign"}, {"report.answer"}},
	"meets-overlap":           {{"report.answer"}},
	"meeting-doubtful":        {{"report.answer"}},
	"unrated-claimed":         {{"report.answer"}},
	"file-is-last":            {{"report.return", "ref"}},
	"games-twice":             {{"report.answer"}},
	"entry-contradicts":       {{"report.match"}, {"report.answer"}},
	"ids-exchanged":           {{"report.match"}},
	"perhaps-not-new":         {{"player.show", "id"}},
	"field-differs":           {{"report.set-aside"}, {"report.answer"}},
	"entry-differs":           {{"report.set-aside"}, {"report.answer"}},
	"games-differ":            {{"report.set-aside"}, {"report.answer"}},
	"games-missing":           {{"report.set-aside"}, {"report.answer"}},
	"points-differ":           {{"report.answer"}},
	"question-open":           {{"report.answer", "ref", "question"}},
	"no-question":             {{"report.show", "ref"}},
	"not-decided":             {{"log", "ref"}},
	"late":                    {{"report.answer-late"}},
	"no-precedent":            {{"precedent.list"}},
	"fee-not-due":             {{"fee.show", "ref"}},
	"no-period":               {{"period.list"}},
	"period-runs":             {{"period.close", "label"}},
	"period-order":            {{"period.close", "before"}},
	"period-overdue":          {{"period.close", "label"}, {"period.publish", "label"}},
	"no-draft":                {{"period.close", "label"}},
	"no-drafts":               {{"period.list"}},
	"routine-failed":          {{"schedule.list"}},
	"backup-old":              {{"schedule.run-backup"}},
	"trial-faulty":            {{"schedule.run-backup"}, {"schedule.run-try"}},
	"verify-faulty":           {{"verify"}},
	"turn-ahead":              {{"schedule.run", "routine"}},
	"report-waits":            {{"report.show", "ref"}},
	"plan-past":               {{"period.publish", "label"}, {"period.plan", "label"}},
	"plan-stale":              {{"period.review", "label"}, {"period.plan", "label"}, {"period.stop", "label"}},
	"no-plan":                 {{"period.plan", "label"}},
	"publish-early":           {{"period.publish-early", "label"}},
	"draft-outdated":          {{"period.close", "label"}},
	"draft-reports":           {{"period.close", "label"}},
	"draft-registers":         {{"period.close", "label"}},
	"no-check":                {{"period.review", "label"}},
	"review-open":             {{"period.review", "label"}, {"period.tick", "label", "check"}},
	"no-list":                 {{"list-index"}},
	"rows-missing":            {{"rebuild"}},
	"database-upgraded":       {{"verify"}},
	"database-foreign":        {{"verify"}},
	"file-exposed":            {{"proof.renew"}},
	"no-revision":             {{"list-index"}},
	"nothing-to-correct":      {{"event", "ref"}},
	"no-inquiry":              {{"inquiry.list"}},
	"inquiry-closed":          {{"inquiry.add"}},
	"inquiry-not-asked":       {{"inquiry.add"}},
	"club-unassigned":         {{"report.assign", "ref"}},
	"no-correction":           {{"corrections"}},
	"list-out":                {{"correct"}},
	"list-behind":             {{"correct.report", "ref"}},
	"report-already-rated":    {{"correct"}, {"correct.result", "ref"}, {"correct.count", "ref"}, {"correct.omit", "ref"}, {"correct.player", "ref"}, {"correct.withdraw", "ref"}},
	"correction-not-in-force": {{"correct"}},
	"period-out":              {{"correct.late", "", "label"}},
	"period-behind":           {{"correct.late", "", "label"}},
	"period-before-zero":      {{"correct.late"}},
	"correction-unrates":      {{"correct.withdraw", "ref"}, {"report.correct", "ref"}, {"correct.late", "ref", "label"}},
	"player-in-section":       {{"event"}, {"correct.player-exchange"}},
	"correction-outdated":     {{"correction.reject", "correction"}},
	"correction-decided":      {{"correction.undo", "correction"}},
	"correction-undo-order":   {{"correction.undo", "later"}},
	"proof-no-key":            {{"proof.init"}},
	"key-missing":             {{"proof.init-anew"}},
	"key-renewed":             {{"proof.renew"}},
	"proof-has-key":           {{"proof.renew"}},
	"database-older":          {{"proof.renew"}},
	"database-other":          {{"proof.renew"}},
	"checkpoint-missing":      {{"proof.renew"}},
	"checkpoint-behind":       {{"proof.checkpoint"}},
	"checkpoint-other":        {{"log"}, {"proof.leaves"}},
}

// Actions returns the actions that resolve the finding, in the order in which
// to try them; none if it is resolved in other ways.
func (f Finding) Actions() []Action {
	var all []Action
	if q := f.Value("question"); f.ID == "question-open" && cures[q] != nil { // what cures the question
		f.ID, f.Case = q, f.Value("ref")
	}
	for _, c := range cures[f.ID] {
		if by := f.Value("correct"); by != "" && c[0] != by { // what is in a list
			continue
		}
		if f.Case == "" && (strings.HasPrefix(c[0], "report.state") || f.ID == "points-differ" || f.ID == "games-twice") {
			continue // a file is read where there is no office
		}
		a := Action{ID: c[0]}
		for i, name := range Actions[a.ID] {
			text := f.known(name)
			if i+1 < len(c) {
				text = cmp.Or(f.Value(c[i+1]), text)
			}
			if text != "" {
				a.Values = append(a.Values, Value{name, text})
			}
		}
		all = append(all, a)
	}
	return all
}

// known returns what is known of a parameter of an action where the finding is shown; of what a
// report lacks, what is to be filled in.
func (f Finding) known(parameter string) string {
	if f.Case == "" {
		return ""
	}
	lacks := strings.Split(f.Value("fields"), ",")
	if to := lacking[parameter]; f.ID == "report-lacks" && slices.Contains(lacks, to.field) {
		return to.fill
	}
	return map[string]string{"ref": f.Case, "question": f.ID, "section": f.Section}[parameter] // not the entry: a cure is shown once for all that it cures
}

// lacking are the fields that a report may lack and how they are filled in, by the parameters of
// actions.
var lacking = map[string]struct{ field, fill string }{
	"event": {"name", "NAME"}, "venue": {"venue", "PLACE"}, "time": {"time", "HH:MM"}, "responsible": {"responsible", "NAME"},
}
