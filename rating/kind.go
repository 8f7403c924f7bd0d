package rating

import (
	"fmt"
	"strings"
)

// Kind is the kind of a rating list and of the games rated in it. The zero Kind
// means not stated.
type Kind uint8

// The kinds of list.
const (
	Standard Kind = iota + 1
	Rapid
	Blitz
)

// Kinds is the number of kinds of list.
const Kinds = 3

// AllKinds are the kinds in their usual order.
var AllKinds = [Kinds]Kind{Standard, Rapid, Blitz}

var kindNames = [Kinds + 1]string{"", "standard", "rapid", "blitz"}

// String returns the name used in files: "standard"; empty if not stated.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// ParseKind reads the name used in files; empty means not stated.
func ParseKind(name string) (Kind, error) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("%q is none of %s", name, strings.Join(kindNames[1:], ", "))
}

// UnmarshalText reads what ParseKind reads.
func (k *Kind) UnmarshalText(text []byte) (err error) {
	*k, err = ParseKind(string(text))
	return err
}

// MarshalText writes the name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
