//go:build unix

package pgtest

import "syscall"

// userOf returns the attributes of a process that a user runs.
func userOf(uid, gid uint32) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: gid}}
}

// ownGroup returns the attributes of a process that Ctrl-C does not stop.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
