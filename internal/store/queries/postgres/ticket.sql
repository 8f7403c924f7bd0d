WITH old AS (DELETE FROM ticket WHERE at < now() - interval '1 day')
INSERT INTO ticket (id) VALUES ($1)
