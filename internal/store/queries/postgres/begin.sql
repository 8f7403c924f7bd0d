SELECT gen_random_uuid()::text FROM (
    SELECT set_config('synchronous_commit', 'on', true), set_config('lock_timeout', $1, true), pg_advisory_xact_lock($2)
    OFFSET 0
) AS locked
