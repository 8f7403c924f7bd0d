//go:build !unix

package pgtest

import "syscall"

func userOf(uint32, uint32) *syscall.SysProcAttr { return nil }

func ownGroup() *syscall.SysProcAttr { return nil }
