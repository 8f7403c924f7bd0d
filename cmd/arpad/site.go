package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/site"
)

// folderMemory is the memory beyond which garbage is collected more often than
// site.FolderGarbage says.
const folderMemory = 1 << 30

// siteCommand writes the public site as a folder, or checks the links in one.
type siteCommand struct {
	bureauFlags
	Folder string `arg:"" help:"cli.arg-site-folder" placeholder:"DIR"`
	Check  bool   `help:"cli.flag-check-links"`
	Base   string `help:"cli.flag-base" placeholder:"https://HOST"`
}

func (c *siteCommand) Run(a *app) error {
	if c.Check {
		return c.check(a)
	}
	debug.SetGCPercent(site.FolderGarbage)
	setMemoryLimit(folderMemory)
	ctx := context.Background()
	b, err := c.office(a).Open(ctx)
	if err != nil {
		return err
	}
	return a.with(ctx, b, func(ctx context.Context, b *bureau.Bureau) error {
		pages := siteOf(b)
		pages.Base, err = baseAddress(c.Base)
		if err != nil {
			return err
		}
		done, err := pages.Write(ctx, c.Folder)
		if err == nil {
			fmt.Fprintln(a.out, a.Text("site.written", explain.Data{"folder": c.Folder, "files": strconv.Itoa(done.Files), "written": strconv.Itoa(done.Written), "removed": strconv.Itoa(done.Removed)}))
		}
		return err
	})
}

// check prints the links in the folder that lead nowhere.
func (c *siteCommand) check(a *app) error {
	links, err := site.Check(c.Folder)
	if err != nil {
		return err
	}
	for _, l := range links.Dead {
		fmt.Fprintln(a.out, a.Text("site.dead", explain.Data{"page": l.Page, "link": l.Link}))
	}
	if len(links.Dead) > 0 {
		a.atLeast(exitRefused)
	}
	fmt.Fprintln(a.out, a.Text("site.checked", explain.Data{"pages": strconv.Itoa(links.Pages), "links": strconv.Itoa(links.Links), "dead": strconv.Itoa(len(links.Dead))}))
	return nil
}
