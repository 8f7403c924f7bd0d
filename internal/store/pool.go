package store

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

// pool is a pool of connections to a database, with their prepared queries.
type pool struct {
	*sql.DB
	preparing sync.Mutex           // held while queries are prepared, which may wait for a connection
	mu        sync.Mutex           // guards what follows; never held while waiting
	prepared  map[string]*sql.Stmt // by text; nil: not prepared yet
	wanted    []string             // texts of queries to prepare before the next transaction
}

func newPool(db *sql.DB) *pool { return &pool{DB: db, prepared: map[string]*sql.Stmt{}} }

// mostPrepared is how many queries are prepared by their text.
const mostPrepared = 200

// query returns a query that is prepared by its text, nil if it is not yet. Then it will be
// for the next transaction: while one has the only connection, nothing can be prepared.
func (p *pool) query(text string) *sql.Stmt {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, known := p.prepared[text]
	if !known && len(p.prepared) < mostPrepared {
		p.prepared[text] = nil
		p.wanted = append(p.wanted, text)
	}
	return s
}

// next returns a query that is wanted.
func (p *pool) next() (text string, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.wanted) == 0 {
		return "", false
	}
	text, p.wanted = p.wanted[0], p.wanted[1:]
	return text, true
}

// begin starts a transaction, after it has prepared the queries that are wanted.
func (p *pool) begin(ctx context.Context, options *sql.TxOptions) (*sql.Tx, error) {
	if err := p.prepare(ctx); err != nil {
		return nil, err
	}
	return p.BeginTx(ctx, options)
}

// prepare prepares queries once for all connections and transactions.
func (p *pool) prepare(ctx context.Context) error {
	p.preparing.Lock()
	defer p.preparing.Unlock()
	for text, ok := p.next(); ok; text, ok = p.next() {
		s, err := p.PrepareContext(ctx, text)
		p.mu.Lock()
		if err == nil {
			p.prepared[text] = s
		} else {
			delete(p.prepared, text) // it can be wanted again
		}
		p.mu.Unlock()
		if err != nil && (lost(err) || ctx.Err() != nil) { // else the transaction that runs it has the error
			return err
		}
	}
	return nil
}

// retry calls begin, and retries for a while if others hold the database or
// the server is away, perhaps restarting.
func (s *Store) retry(ctx context.Context, begin func() error) error {
	deadline := time.Now().Add(s.dialect.patience)
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := begin()
		held := busy(err) // the database has already waited
		if err == nil || ctx.Err() != nil || !held && (!lost(err) || barred(err)) || time.Now().After(deadline) {
			return err
		}
		if held {
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}
