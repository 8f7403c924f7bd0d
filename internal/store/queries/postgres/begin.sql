SELECT gen_random_uuid()::text FROM (
    SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true), set_config('lock_timeout', $1, true), pg_advisory_xact_lock($2)
    OFFSET 0
) AS locked
