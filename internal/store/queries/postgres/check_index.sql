SELECT bt_index_check(index => $1::bigint::oid::regclass, heapallindexed => true)
