package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/arpadchess/arpad/internal/test/need"
)

// patience is how long something of a server's may take.
const patience = time.Minute

// Standby starts a copy of a server that follows it. From then on the server acknowledges a commit when both
// have it on the disk. The copy is removed when the test ends.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	dir, err := os.MkdirTemp(filepath.Dir(s.dir), "arpad-pg-")
	must(err)
	b := &Server{dir: dir, bin: s.bin}
	must(b.clean())
	t.Cleanup(func() {
		if err := errors.Join(s.alone(), b.end()); err != nil {
			t.Error(err)
		}
	})
	must(b.own())
	must(b.run("pg_basebackup", "--pgdata", b.data(), "--dbname", "host="+s.dir+" user=arpad application_name=standby", "--write-recovery-conf", "--wal-method", "stream", "--checkpoint", "fast", "--no-sync"))
	must(b.Run())
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = 'standby'", "SELECT pg_reload_conf()"} {
		must(Exec(ctx, s.address("postgres"), statement))
	}
	must(Await(ctx, s.address("postgres"), "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')"))
	return b
}

// Promotion returns the commands that make a standby the server that takes writes, by the folder of its data. It waits for no other then.
// docs/deploy.md has them.
func Promotion(data string) [][]string {
	return [][]string{{"pg_ctl", "promote", "-D", data}, {"psql", "-c", "ALTER SYSTEM SET synchronous_standby_names = ''", "-c", "SELECT pg_reload_conf()"}}
}

// Promote makes a standby the server that takes writes. It waits for no other.
func (s *Server) Promote() error {
	for _, of := range Promotion(s.data()) {
		if err := s.run(of[0], of[1:]...); err != nil {
			return err
		}
	}
	return nil
}

// alone has a server wait for no other.
func (s *Server) alone() error {
	ctx := context.Background()
	return errors.Join(Exec(ctx, s.address("postgres"), "ALTER SYSTEM RESET synchronous_standby_names"), Exec(ctx, s.address("postgres"), "SELECT pg_reload_conf()"))
}

// At returns the address of a database at another server.
func (s *Server) At(address string) string {
	name, _, _ := strings.Cut(address, "?")
	return name + "?host=" + s.dir
}

// Either returns the address of a database at whichever of two servers takes writes.
func (s *Server) Either(address string) string {
	return address + "," + s.dir + "&target_session_attrs=read-write"
}

// Await returns once a question to a database is answered with true.
func Await(ctx context.Context, address, question string) error {
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }() // the result is known
	for is := false; !is; {
		if err := c.QueryRow(ctx, question).Scan(&is); err != nil {
			return err
		}
	}
	return nil
}

// Pool starts Debian's PgBouncer before a server, in one of its modes, and returns the address of a database
// behind it. It ends with the test.
func (s *Server) Pool(t testing.TB, address, mode string) string {
	t.Helper()
	bouncer, err := exec.LookPath("pgbouncer")
	if err != nil {
		need.Missing(t, "pgbouncer is not installed: make tools")
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(address, "postgres://arpad@/"), "?")
	dir := filepath.Join(s.dir, mode)
	c := exec.Command("mkdir", dir)
	c.SysProcAttr = s.owner
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file := filepath.Join(dir, "pool.ini")
	settings := fmt.Sprintf("[databases]\n%[1]s = host=%[2]s dbname=%[1]s user=arpad\n[pgbouncer]\nunix_socket_dir = %[3]s\nlisten_port = 5432\nauth_type = any\npool_mode = %[4]s\ndefault_pool_size = 100\nlogfile = %[3]s/log\n", name, s.dir, dir, mode)
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	c = exec.Command(bouncer, file)
	c.SysProcAttr = s.owner
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill() // it has nothing to keep
		_ = c.Wait()
	})
	through := "postgres://arpad@/" + name + "?host=" + dir
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	for {
		err := Exec(ctx, through+"&default_query_exec_mode=exec", "SELECT 1")
		if err == nil {
			return through
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
	}
}
