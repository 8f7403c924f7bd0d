-- Of each kind one job is under way.
CREATE UNIQUE INDEX job_running ON work.job (what) WHERE ended = 0;
CREATE INDEX job_account ON work.job (account);
