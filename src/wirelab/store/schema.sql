-- The tables of a lab file, version 9. Times of day are UTC; durations are nanoseconds, sizes bytes.

CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
INSERT INTO meta VALUES ('schema', '9');

-- Windows are only in runs that an earlier Wirelab brought to version 9.
CREATE TYPE phase AS ENUM ('warm-up', 'lead-in', 'measured', 'window');

CREATE TABLE run (
    id BIGINT PRIMARY KEY,
    study VARCHAR NOT NULL,
    study_json VARCHAR NOT NULL,
    not_run VARCHAR NOT NULL,  -- JSON: what, why, and whether something failed
    seed BIGINT NOT NULL,
    started_at TIMESTAMP NOT NULL,
    wirelab_version VARCHAR NOT NULL,
    command VARCHAR,  -- as it was typed
    finished_at TIMESTAMP,
    ending VARCHAR NOT NULL
);

CREATE TABLE host (run BIGINT NOT NULL, fact VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY (run, fact));

CREATE TABLE runtime (
    run BIGINT NOT NULL,
    platform VARCHAR NOT NULL,
    runner VARCHAR NOT NULL,
    runtime VARCHAR NOT NULL,
    announcement VARCHAR NOT NULL,  -- the runner's offer, JSON
    PRIMARY KEY (run, platform, runner)
);

CREATE TABLE codec (
    run BIGINT NOT NULL,
    platform VARCHAR NOT NULL,
    runner VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    format VARCHAR NOT NULL,
    library VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    contract VARCHAR NOT NULL,  -- JSON
    PRIMARY KEY (run, platform, runner, name)
);

CREATE TABLE corpus (
    run BIGINT NOT NULL,
    workload VARCHAR NOT NULL,
    size VARCHAR NOT NULL,
    variant VARCHAR NOT NULL,
    digest VARCHAR NOT NULL,
    objects BIGINT NOT NULL,
    encoded_bytes BIGINT NOT NULL,
    PRIMARY KEY (run, workload, size, variant)
);

CREATE TABLE cell (
    id BIGINT PRIMARY KEY,
    key VARCHAR NOT NULL UNIQUE,
    workload VARCHAR NOT NULL,
    size VARCHAR NOT NULL,
    variant VARCHAR NOT NULL,
    platform VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    codec VARCHAR NOT NULL,
    compressor VARCHAR,
    operation VARCHAR NOT NULL,
    mode VARCHAR NOT NULL,
    sink VARCHAR NOT NULL,
    twin BOOLEAN NOT NULL
);

-- The unique key keeps a process from being counted twice, whatever a resumed run does.
CREATE TABLE process (
    id BIGINT PRIMARY KEY,
    run BIGINT NOT NULL,
    round INTEGER NOT NULL,
    cell BIGINT NOT NULL,
    place INTEGER NOT NULL,  -- in the round
    turn_group INTEGER,  -- of the round: its processes took turns; null when it measured without others
    environment_bytes INTEGER NOT NULL,
    started_at TIMESTAMP NOT NULL,
    wall_ns BIGINT NOT NULL,
    canary_ns BIGINT,  -- the median of those around its turns
    loop_ns DOUBLE,  -- of a call that only hands its inputs to the sink
    waiting_cpu_ns BIGINT,  -- CPU time that it took beside its turns, requests included
    other_cpu_ns BIGINT,
    exit_status INTEGER,
    encoded_bytes BIGINT,
    steady BOOLEAN,
    loss VARCHAR,  -- null when the process counts
    loss_what VARCHAR,
    loss_seen VARCHAR,
    loss_stderr VARCHAR,
    UNIQUE (run, round, cell, place)
);

-- No key: an index over millions of batches would cost more than everything else.
CREATE TABLE batch (
    process BIGINT NOT NULL,
    place INTEGER NOT NULL,  -- in the process
    phase phase NOT NULL,
    start_ns BIGINT NOT NULL,
    calls BIGINT NOT NULL,
    ns BIGINT NOT NULL,
    canary_ns BIGINT,  -- just before the batch; only in runs that an earlier Wirelab brought to version 9
    allocated_bytes BIGINT,
    gc_count BIGINT,
    gc_ns BIGINT,
    cpu_ns BIGINT,
    process_cpu_ns BIGINT,
    compiled BIGINT  -- since the batch before: methods, or milliseconds of compiling
);

CREATE TABLE size (
    run BIGINT NOT NULL,
    workload VARCHAR NOT NULL,
    size VARCHAR NOT NULL,
    variant VARCHAR NOT NULL,
    platform VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    compressor VARCHAR NOT NULL,  -- behind the subject
    size_bytes BIGINT NOT NULL,
    PRIMARY KEY (run, workload, size, variant, platform, subject, compressor)
);

CREATE TABLE "check" (
    run BIGINT NOT NULL,
    workload VARCHAR NOT NULL,
    size VARCHAR NOT NULL,
    variant VARCHAR NOT NULL,
    platform VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    passed BOOLEAN NOT NULL,
    detail VARCHAR NOT NULL,
    PRIMARY KEY (run, workload, size, variant, platform, subject, kind)
);

-- The findings at the end of a run, as one JSON document; `finding` and `comparison` are its tables. A run without
-- a forecast in it was measured by an earlier Wirelab: its findings are computed again whenever they are asked for.
CREATE TABLE findings (run BIGINT PRIMARY KEY, document JSON NOT NULL);

CREATE MACRO cell_id(named) AS (
    SELECT id FROM cell
    WHERE key = concat_ws('/',
        named->>'$.corpus.workload', named->>'$.corpus.size', named->>'$.corpus.variant', named->>'platform',
        concat(
            named->>'$.subject.codec',
            ':' || nullif(array_to_string(list_transform(
                (named->'$.subject.parameters')::VARCHAR[][], lambda pair: pair[1] || '=' || pair[2]), ','), ''),
            '+' || (named->>'$.subject.compressor'),
            '-' || (named->>'$.subject.level')
        ),
        named->>'operation', named->>'mode', named->>'sink', if((named->>'twin')::BOOLEAN, 'twin', NULL))
);

CREATE VIEW finding AS
SELECT
    run,
    cell_id(found->'cell') AS cell,
    (found->>'$.time_ns.estimate')::DOUBLE AS time_ns,
    (found->>'$.time_ns.low')::DOUBLE AS time_low_ns,
    (found->>'$.time_ns.high')::DOUBLE AS time_high_ns,
    (found->>'$.time_ns.confidence')::DOUBLE AS time_confidence,
    (found->>'$.time_ns.processes')::INTEGER AS time_processes,
    found->>'$.time_ns.method' AS time_method,
    (found->'process_times_ns')::DOUBLE[] AS process_times_ns,  -- by round
    (found->>'sustained')::BOOLEAN AS sustained,  -- times are of a mean call, collections included
    (found->>'best_ns')::DOUBLE AS best_ns,  -- the fastest tenth of all turns
    (found->>'allocated_bytes')::DOUBLE AS allocated_bytes,
    (found->>'encoded_bytes')::BIGINT AS encoded_bytes,
    (found->>'gzipped_bytes')::BIGINT AS gzipped_bytes,
    (found->>'steady_share')::DOUBLE AS steady_share,
    (found->>'lost')::INTEGER AS lost,
    (found->>'lost_rounds')::INTEGER AS lost_rounds,
    (found->>'$.steadiness.audited')::INTEGER AS audited,  -- processes, and of those:
    (found->>'$.steadiness.flat')::INTEGER AS flat,
    (found->>'$.steadiness.warm_up')::INTEGER AS warm_up,
    (found->>'$.steadiness.slowdown')::INTEGER AS slowdown,
    (found->>'$.steadiness.unsettled')::INTEGER AS unsettled,
    (found->>'$.steadiness.too_early')::INTEGER AS too_early
FROM (SELECT run, unnest((document->'cells')::JSON[]) AS found FROM findings);

CREATE VIEW comparison AS
SELECT
    run,
    cell_id(found->'$.comparison.cell') AS cell,
    cell_id(found->'$.comparison.against') AS against,
    found->>'$.comparison.question' AS question,
    (found->>'$.ratio.estimate')::DOUBLE AS ratio,
    (found->>'$.ratio.low')::DOUBLE AS ratio_low,
    (found->>'$.ratio.high')::DOUBLE AS ratio_high,
    (found->>'$.ratio.confidence')::DOUBLE AS ratio_confidence,
    (found->>'$.ratio.calibrated')::DOUBLE AS ratio_calibrated,  -- level of the quantiles, where it is another
    (found->>'$.ratio.processes')::INTEGER AS ratio_processes,
    found->>'$.ratio.method' AS ratio_method,
    found->>'verdict' AS verdict,
    (found->>'band')::DOUBLE AS band,
    (found->>'decided')::BOOLEAN AS decided,
    (found->>'sustained')::BOOLEAN AS sustained  -- the ratio is of mean calls, collections included
FROM (SELECT run, unnest((document->'comparisons')::JSON[]) AS found FROM findings);
