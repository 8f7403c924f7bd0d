package intake

import (
	"errors"
	"reflect"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
)

// accounts are the references of the reports of an account, by it and the key of the report. An
// earlier version kept the IDs of players there, with the report that bears their fee.
var accounts = bureau.Table[string]{Kind: "fee-charge"}

// inAccount returns the reports of an account but for one.
func inAccount(rd bureau.Reader, account, but string) (all []*check.Case, err error) {
	prefix, ids := account+"\x00", map[string][]string{}
	var refs []string
	err = accounts.Scan(rd, prefix, bureau.KeyAfter(prefix), func(key string, ref *string) (bool, error) {
		if id := key[len(prefix):]; id != bureau.RefKey(*ref) {
			ids[*ref] = append(ids[*ref], id)
		}
		if *ref != but && !slices.Contains(refs, *ref) {
			refs = append(refs, *ref)
		}
		return true, nil
	})
	for _, ref := range refs {
		r, failed := Find(rd, ref)
		if err = errors.Join(err, failed); err != nil {
			return nil, err
		}
		if r.Charge == nil || r.Charge.Account != account {
			continue
		}
		if kept, failed := accounts.Get(rd, prefix+bureau.RefKey(ref)); failed != nil {
			return nil, failed
		} else if kept == nil {
			r.Charge.Once, r.Charge.Others = ids[ref], r.Charge.Others-len(ids[ref])
		}
		all = append(all, r)
	}
	return all, err
}

// settleOthers has the other reports of an account follow a report that was kept: what is due
// for them, and whether they wait for its fee.
func settleOthers(tx *bureau.Tx, before, r *check.Case) error {
	if before == nil {
		before = &check.Case{}
	}
	if reflect.DeepEqual(before.Charge, r.Charge) && reflect.DeepEqual(before.Fee, r.Fee) && before.State.Counts() == r.State.Counts() {
		return nil
	}
	var keys []string
	for _, c := range []*check.Charge{before.Charge, r.Charge} {
		if c != nil && !slices.Contains(keys, c.Account) {
			keys = append(keys, c.Account)
		}
	}
	for _, account := range keys {
		others, err := inAccount(tx, account, r.Ref)
		if err != nil {
			return err
		}
		all := slices.Clone(others)
		if r.Charge != nil && r.Charge.Account == account {
			all = append(all, r)
		}
		fees := check.Settle(all, tx.Today)
		for _, other := range others {
			if reflect.DeepEqual(fees[other.Ref], other.Fee) && !slices.Contains(other.Fee.With, r.Ref) {
				continue
			}
			if err := errors.Join(Recheck(tx, other), Keep(tx, other)); err != nil {
				return err
			}
		}
	}
	return nil
}
