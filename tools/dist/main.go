// Command dist makes a release in bin/dist. It builds for all systems, or only for
// those that its arguments name: dist linux/amd64. Two runs on one commit give the
// same bytes, because every time in them is the commit's. "dist pack IN OUT" packs
// one file as the engine for browsers is packed.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"aead.dev/minisign"
)

const out = "bin/dist"

func main() {
	log.SetFlags(0)
	var err error
	if len(os.Args) == 4 && os.Args[1] == "pack" {
		var data []byte
		if data, err = os.ReadFile(os.Args[2]); err == nil {
			err = os.WriteFile(os.Args[3], packed(data), 0o644)
		}
	} else {
		err = dist(os.Args[1:])
	}
	if err != nil {
		log.Fatal("dist: ", err)
	}
}

// A file is what an archive holds.
type file struct {
	name string
	mode int64
	data []byte
}

// A release is one commit, packed.
type release struct {
	version string
	commit  string
	when    time.Time
	common  []file
}

// targets are the systems for which there is a program.
var targets = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

func dist(chosen []string) error {
	if len(chosen) == 0 {
		chosen = targets
	}
	for tool, pkg := range map[string]string{"umoci": "umoci", "git": "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is missing: sudo apt-get install %s", tool, pkg)
		}
	}
	seconds, err := text(nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	r := &release{when: time.Unix(unix, 0).UTC()}
	if r.version, err = text(nil, "git", "describe", "--tags", "--always", "--dirty", "--match", "v*"); err != nil {
		return err
	}
	if r.commit, err = text(nil, "git", "rev-parse", "--short=12", "HEAD"); err != nil {
		return err
	}
	if !strings.HasPrefix(r.version, "v") {
		r.version = "v0.0.0-" + r.version
	}
	if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o755)); err != nil {
		return err
	}
	notices, err := notices()
	if err != nil {
		return err
	}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "docs/install.md", "docs/upgrade.md", "dist/arpad.1",
		"dist/completion/arpad.bash", "dist/completion/_arpad", "dist/completion/arpad.fish"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		r.common = append(r.common, file{filepath.Base(name), 0o644, data})
	}
	r.common = append(r.common, file{"NOTICES.txt", 0o644, notices})
	if err := os.WriteFile(out+"/NOTICES.txt", notices, 0o644); err != nil {
		return err
	}
	for _, target := range chosen {
		if !slices.Contains(targets, target) {
			return fmt.Errorf("%s is none of %s", target, strings.Join(targets, " "))
		}
		system, arch, _ := strings.Cut(target, "/")
		log.Print(target)
		if err := r.target(system, arch); err != nil {
			return fmt.Errorf("%s: %w", target, err)
		}
	}
	if err := r.bom(); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(out+"/build"), os.Remove(out+"/NOTICES.txt")); err != nil {
		return err
	}
	return r.sums()
}

// target builds the program for a system and packs it.
func (r *release) target(system, arch string) error {
	program := "arpad"
	if system == "windows" {
		program += ".exe"
	}
	path := fmt.Sprintf("%s/build/%s-%s/%s", out, system, arch, program)
	if _, err := text([]string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=-mod=readonly -buildvcs=false"},
		"go", "build", "-trimpath", "-tags", "engine", fmt.Sprintf("-ldflags=-s -w -X 'main.released=%s %s of %s'", r.version, r.commit, r.when.Format(time.DateOnly)), "-o", path, "./cmd/arpad"); err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	name := map[string]string{"darwin": "macos"}[system]
	if name == "" {
		name = system
	}
	name = fmt.Sprintf("arpad-%s-%s-%s", r.version, name, arch)
	files := append([]file{{program, 0o755, data}}, r.common...)
	for i := range files {
		files[i].name = name + "/" + files[i].name
	}
	if system == "windows" {
		return r.zip(out+"/"+name+".zip", files)
	}
	archive, err := r.tar(files)
	if err == nil {
		err = os.WriteFile(out+"/"+name+".tar.gz", packed(archive), 0o644)
	}
	if err == nil && system == "linux" {
		err = errors.Join(r.deb(arch, path), r.image(arch, name, data))
	}
	return err
}

func (r *release) tar(files []file) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: r.when, Format: tar.FormatPAX}
		if strings.HasSuffix(f.name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close() // writes the end
	return b.Bytes(), err
}

func (r *release) zip(name string, files []file) error {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: r.when}
		h.SetMode(os.FileMode(f.mode))
		in, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := in.Write(f.data); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// packed returns data as gzip, the same on every machine with the same Go.
func packed(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(data)                                  // memory
	_ = w.Close()
	return b.Bytes()
}

// deb makes the Debian package.
func (r *release) deb(arch, program string) error {
	config, err := os.ReadFile("dist/nfpm.yaml")
	if err != nil {
		return err
	}
	manual, err := os.ReadFile("dist/arpad.1")
	if err != nil {
		return err
	}
	if err := os.WriteFile(out+"/build/arpad.1.gz", packed(manual), 0o644); err != nil {
		return err
	}
	made := strings.NewReplacer("@ARCH@", arch, "@VERSION@", r.version, "@PROGRAM@", program, "@TIME@", r.when.Format(time.RFC3339), "@BUILD@", out).Replace(string(config))
	if err := os.WriteFile(out+"/build/nfpm.yaml", []byte(made), 0o644); err != nil {
		return err
	}
	_, err = text([]string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.when.Unix())}, "go", "tool", "-modfile=tools/go.mod", "nfpm", "package",
		"-f", out+"/build/nfpm.yaml", "-p", "deb", "-t", fmt.Sprintf("%s/arpad-%s-linux-%s.deb", out, r.version, arch))
	return err
}

// image makes the OCI image: one layer with the program and a folder for the data.
func (r *release) image(arch, name string, program []byte) error {
	layer, err := r.tar([]file{{"arpad", 0o755, program}, {"data/", 0o777, nil}, {"tmp/", 0o1777, nil}})
	if err != nil {
		return err
	}
	folder := out + "/build/oci-" + arch
	if err := os.WriteFile(folder+".tar", layer, 0o644); err != nil {
		return err
	}
	when, image := r.when.Format(time.RFC3339), folder+":"+r.version
	for _, args := range [][]string{
		{"init", "--layout", folder},
		{"new", "--image", image},
		{"raw", "add-layer", "--image", image, "--history.created", when, "--history.author", "arpad", "--history.created_by", "make dist", folder + ".tar"},
		{"config", "--image", image, "--no-history", "--created", when, "--author", "arpad", "--os", "linux", "--architecture", arch, "--config.user", "65532:65532",
			"--config.workingdir", "/data", "--config.entrypoint", "/arpad", "--config.cmd", "--help", "--config.exposedports", "8080/tcp", "--config.volume", "/data"},
		{"gc", "--layout", folder},
	} {
		if _, err := text(nil, "umoci", args...); err != nil {
			return err
		}
	}
	var files []file
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files = append(files, file{strings.TrimPrefix(path, folder+"/"), 0o644, data})
		return err
	})
	if err != nil {
		return err
	}
	archive, err := r.tar(files)
	if err != nil {
		return err
	}
	return os.WriteFile(out+"/"+name+".oci.tar", archive, 0o644)
}

// notices returns the licences of Go and of every module in a program, and of the scripts.
func notices() ([]byte, error) {
	modules := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list, err := text([]string{"CGO_ENABLED=0", "GOOS=" + system}, "go", "list", "-deps", "-tags", "engine",
			"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/arpad")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(list) {
			if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				modules[name] = folder
			}
		}
	}
	root, err := text(nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules["Go"] = root
	for _, script := range []string{"htmx", "uplot"} {
		found, _ := filepath.Glob("internal/site/*/LICENSE-" + script) // the pattern is valid
		if len(found) == 0 {
			found, _ = filepath.Glob("internal/*/*/LICENSE-" + script)
		}
		for _, f := range found {
			modules[script] = f
		}
	}
	names := slices.Sorted(func(yield func(string) bool) {
		for n := range modules {
			if !yield(n) {
				return
			}
		}
	})
	var b bytes.Buffer
	for _, name := range names {
		var files []string
		if info, err := os.Stat(modules[name]); err == nil && !info.IsDir() {
			files = []string{modules[name]}
		}
		for _, pattern := range []string{"LICENSE*", "LICENCE*", "License*", "license*", "COPYING*", "NOTICE*", "PATENTS"} {
			more, _ := filepath.Glob(filepath.Join(modules[name], pattern)) // the pattern is valid
			for _, f := range more {
				if !slices.Contains(files, f) {
					files = append(files, f)
				}
			}
		}
		some := false
		for _, f := range files {
			info, err := os.Stat(f)
			if err != nil || info.IsDir() {
				continue
			}
			data, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			some = true
			fmt.Fprintf(&b, "== %s: %s\n\n%s\n\n", name, filepath.Base(f), bytes.TrimSpace(data))
		}
		if !some {
			return nil, fmt.Errorf("%s has no licence in %s", name, modules[name])
		}
	}
	return b.Bytes(), nil
}

// bom writes what the programs are made of, without the time of the run.
func (r *release) bom() error {
	name := fmt.Sprintf("%s/arpad-%s.cdx.json", out, r.version)
	if _, err := text([]string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOFLAGS=-tags=engine"}, "go", "tool", "-modfile=tools/go.mod", "cyclonedx-gomod",
		"app", "-json", "-noserial", "-licenses", "-main", "cmd/arpad", "-output", name, "."); err != nil {
		return err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var bom map[string]any
	if err := json.Unmarshal(data, &bom); err != nil {
		return err
	}
	if meta, ok := bom["metadata"].(map[string]any); ok {
		meta["timestamp"] = r.when.Format(time.RFC3339)
		delete(meta, "tools") // names the hash of the tool's own binary
	}
	if data, err = json.MarshalIndent(bom, "", "  "); err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o644)
}

// sums writes the checksums, and their signature if there is a key.
func (r *release) sums() error {
	entries, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	if err := os.WriteFile(out+"/SHA256SUMS", b.Bytes(), 0o644); err != nil {
		return err
	}
	key := os.Getenv("MINISIGN_KEY")
	if key == "" {
		log.Print("not signed: MINISIGN_KEY names no key (its password is in MINISIGN_PASSWORD)")
		return nil
	}
	private, err := minisign.PrivateKeyFromFile(os.Getenv("MINISIGN_PASSWORD"), key)
	if err != nil {
		return err
	}
	said := "arpad " + r.version + " of " + r.when.Format(time.DateOnly)
	return os.WriteFile(out+"/SHA256SUMS.minisig", minisign.SignWithComments(private, b.Bytes(), said, said), 0o644)
}

// text runs a command in an environment and returns what it prints.
func text(env []string, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	var said bytes.Buffer
	c.Stderr = &said
	data, err := c.Output()
	if err != nil {
		_, _ = io.Copy(os.Stderr, &said)
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(data)), nil
}
