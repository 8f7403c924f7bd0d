package pgtest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"github.com/arpadchess/arpad/internal/test/need"
)

// socket is the name of a server's socket in its folder.
const socket = ".s.PGSQL.5432"

// Server is a running server.
type Server struct {
	// Options are more of the server's own, from the next Run on: "-c ssl=on".
	Options string

	dir   string               // with data, socket and log
	bin   string               // folder of the server's programs
	owner *syscall.SysProcAttr // nil: the user who runs the test

	cleaner *exec.Cmd
	alive   io.Closer // its end tells the cleaner that the process ended
}

// programs returns the program folder of the newest installed server.
func programs() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.Join(err, errors.New("PostgreSQL is not installed: make tools"))
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1]), nil
}

// Need ends a test if there is no server to start.
func Need(t testing.TB) {
	t.Helper()
	if _, err := programs(); err != nil {
		need.Missing(t, err.Error())
	}
}

// start creates an empty cluster in a folder of a folder, empty for the usual one, and starts
// its server. Its collation is a human one, not bytewise.
func start(in string) (*Server, error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(in, "arpad-pg-") // short, because a socket path has at most 107 bytes
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, bin: bin}
	if err := s.clean(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := s.own(); err != nil {
		return nil, errors.Join(err, s.end())
	}
	if err := s.fill(in != ""); err != nil {
		return nil, errors.Join(err, s.end())
	}
	if err := s.Run(); err != nil {
		return nil, errors.Join(err, s.end())
	}
	return s, nil
}

// pristine is a cluster that a process has initialised, of which its other servers have copies:
// that takes a tenth of the time.
var pristine struct {
	sync.Mutex
	of *Server // that never runs; nil: none yet
}

// fill initialises the cluster of a server that has not run yet, and keeps a copy of it if wanted.
func (s *Server) fill(kept bool) error {
	pristine.Lock()
	defer pristine.Unlock()
	if pristine.of != nil {
		return s.duplicate(pristine.of.data(), s.data())
	}
	err := s.run("initdb", "--pgdata", s.data(), "--username", "arpad", "--auth", "trust", "--encoding", "UTF8",
		"--locale", "C", "--locale-provider", "icu", "--icu-locale", "en", "--no-sync")
	if err != nil || !kept {
		return err
	}
	own := &Server{dir: s.dir + "-pristine", bin: s.bin, owner: s.owner}
	if err := os.Mkdir(own.dir, 0o700); err != nil {
		return err
	}
	if err = own.clean(); err == nil { // at the end of the process
		err = own.own()
	}
	if err == nil {
		err = s.duplicate(s.data(), own.data())
	}
	if err == nil {
		pristine.of = own
	}
	return err
}

// duplicate copies a folder, as the owner of both.
func (s *Server) duplicate(from, to string) error {
	c := exec.Command("cp", "-a", from, to)
	c.SysProcAttr = s.owner
	out, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("cp: %w: %s", err, out)
	}
	return err
}

// clean has a shell wait for the end of this process, however it ends, and then
// stop the server and remove its folder.
func (s *Server) clean() (err error) {
	const script = `
		cat >/dev/null
		kill -QUIT $(head -n 1 data/postmaster.pid)
		for i in $(seq 100); do test -e data/postmaster.pid && sleep 0.1; done
		rm -rf "$PWD"`
	s.cleaner = exec.Command("/bin/sh", "-c", script)
	s.cleaner.Dir = s.dir
	s.cleaner.SysProcAttr = ownGroup() // so that Ctrl-C does not stop it
	if s.alive, err = s.cleaner.StdinPipe(); err != nil {
		return err
	}
	return s.cleaner.Start()
}

// end stops the server and waits until its folder is removed.
func (s *Server) end() error {
	return errors.Join(s.alive.Close(), s.cleaner.Wait())
}

// own makes an unprivileged user the owner of the folder if root runs the test,
// because the server refuses to run as root.
func (s *Server) own() error {
	if os.Geteuid() != 0 {
		return nil
	}
	u, err := user.Lookup("nobody")
	if err != nil {
		return err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return err
	}
	s.owner = userOf(uint32(uid), uint32(gid))
	return os.Chown(s.dir, int(uid), int(gid))
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) run(program string, arguments ...string) error {
	c := exec.Command(filepath.Join(s.bin, program), arguments...)
	c.Dir = s.dir
	c.SysProcAttr = s.owner
	c.Env = append(os.Environ(), "PGHOST="+s.dir, "PGUSER=arpad", "PGDATABASE=postgres")
	out, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", program, err, out)
	}
	return err
}

// Run restarts the server after Halt, and waits until it responds.
func (s *Server) Run() error {
	options := fmt.Sprintf("-c listen_addresses= -c unix_socket_directories=%s -c max_connections=200 %s", s.dir, s.Options)
	return s.run("pg_ctl", "--pgdata", s.data(), "--log", filepath.Join(s.dir, "log"), "--options", options, "--wait", "start")
}

// Halt stops the server at once, like a crash.
func (s *Server) Halt() error {
	return s.run("pg_ctl", "--pgdata", s.data(), "--mode", "immediate", "--wait", "stop")
}
