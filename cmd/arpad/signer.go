package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/settle"
	"github.com/arpadchess/arpad/internal/tamper"
)

// signerCommand signs the log for servers that do not have the key, until it is told to stop.
type signerCommand struct {
	Key    string `name:"key" required:"" help:"cli.flag-signer-key" placeholder:"FILE"`
	Listen string `required:"" help:"cli.flag-signer-listen" placeholder:"unix:FILE"`
}

func (c *signerCommand) Run(a *app) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	key, err := tamper.OpenKey(c.Key)
	if err != nil {
		return finding.NewProblem("key-unreadable", finding.Text("file", c.Key))
	}
	socket, err := filepath.Abs(strings.TrimPrefix(c.Listen, socketFile))
	if err != nil {
		return err
	}
	signer, err := tamper.OpenSigner(key, c.Key+".leaves")
	if err != nil {
		return err
	}
	server := c.Key + ".server"
	if _, missing := os.Lstat(server); missing != nil {
		err = settle.Replace(server, signer.Away(socket))
	}
	var listener net.Listener
	if err == nil {
		listener, err = listen(ctx, "--listen", socketFile+socket)
	}
	if err == nil {
		fmt.Fprintln(a.err, a.Text("signer.listening", explain.Data{"address": socketFile + socket, "file": server}))
		err = signer.Serve(ctx, listener)
	}
	return errors.Join(err, signer.Close())
}
