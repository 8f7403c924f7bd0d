WITH RECURSIVE each (kind) AS (
    SELECT MIN(kind) FROM document
    UNION ALL
    SELECT (SELECT MIN(kind) FROM document WHERE kind > each.kind) FROM each WHERE each.kind IS NOT NULL
)
SELECT kind FROM each WHERE kind IS NOT NULL
