-- The tables of a lab file, version 8, as Wirelab made them before processes took turns.

CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
INSERT INTO meta VALUES ('schema', '8');

CREATE TYPE phase AS ENUM ('warm-up', 'measured', 'window');

CREATE TABLE run (
    id BIGINT PRIMARY KEY,
    study VARCHAR NOT NULL,
    study_json VARCHAR NOT NULL,
    not_run VARCHAR NOT NULL,  -- JSON: what, why, and whether something failed
    seed BIGINT NOT NULL,
    started_at TIMESTAMP NOT NULL,
    wirelab_version VARCHAR NOT NULL,
    command VARCHAR,  -- what was typed
    finished_at TIMESTAMP,
    ending VARCHAR NOT NULL
);

CREATE TABLE host (run BIGINT NOT NULL, fact VARCHAR NOT NULL, value VARCHAR NOT NULL, PRIMARY KEY (run, fact));

CREATE TABLE runtime (
    run BIGINT NOT NULL,
    platform VARCHAR NOT NULL,
    runner VARCHAR NOT NULL,
    runtime VARCHAR NOT NULL,
    announcement VARCHAR NOT NULL,  -- the runner's `ready`, JSON
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
    attempt INTEGER NOT NULL,
    place INTEGER NOT NULL,  -- in the round
    environment_bytes INTEGER NOT NULL,
    started_at TIMESTAMP NOT NULL,
    wall_ns BIGINT NOT NULL,
    last_canary_ns BIGINT,  -- just after the last batch
    loop_ns DOUBLE,  -- of a call that only hands its inputs to the sink
    other_cpu_ns BIGINT,
    exit_status INTEGER,
    encoded_bytes BIGINT,
    steady BOOLEAN,
    loss VARCHAR,  -- null when the process counts
    loss_what VARCHAR,
    loss_seen VARCHAR,
    loss_stderr VARCHAR,
    UNIQUE (run, round, cell, attempt)
);

-- No key: an index over millions of batches would cost more than everything else.
CREATE TABLE batch (
    process BIGINT NOT NULL,
    place INTEGER NOT NULL,  -- in the process
    phase phase NOT NULL,
    start_ns BIGINT NOT NULL,
    calls BIGINT NOT NULL,
    ns BIGINT NOT NULL,
    canary_ns BIGINT,  -- just before the batch
    allocated_bytes BIGINT,
    gc_count BIGINT,
    gc_ns BIGINT,
    cpu_ns BIGINT,
    process_cpu_ns BIGINT
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

-- The canary as labs of version 2 timed it: at the start of a process, not beside its batches.
CREATE TABLE start_canary (process BIGINT NOT NULL, place INTEGER NOT NULL, ns BIGINT NOT NULL);

-- What was worked out at the end of a run: of cells, of comparisons, and (as one JSON document) what follows. A run
-- without a forecast was measured by a Wirelab that kept less of it.
CREATE TABLE finding (
    run BIGINT NOT NULL,
    cell BIGINT NOT NULL,
    time_ns DOUBLE,
    time_low_ns DOUBLE,
    time_high_ns DOUBLE,
    time_confidence DOUBLE,
    time_processes INTEGER,
    time_method VARCHAR,
    process_times_ns DOUBLE[],  -- by round
    allocated_bytes DOUBLE,
    encoded_bytes BIGINT,
    gzipped_bytes BIGINT,
    steady_share DOUBLE,
    lost INTEGER NOT NULL,
    audited INTEGER,  -- processes, and of those:
    flat INTEGER,
    warm_up INTEGER,
    slowdown INTEGER,
    unsettled INTEGER,
    too_early INTEGER,
    PRIMARY KEY (run, cell)
);

CREATE TABLE comparison (
    run BIGINT NOT NULL,
    cell BIGINT NOT NULL,
    against BIGINT NOT NULL,  -- a cell
    question VARCHAR NOT NULL,
    ratio DOUBLE,
    ratio_low DOUBLE,
    ratio_high DOUBLE,
    ratio_confidence DOUBLE,
    ratio_calibrated DOUBLE,  -- level that the interval is drawn at, where it is another
    ratio_processes INTEGER,
    ratio_method VARCHAR,
    verdict VARCHAR NOT NULL,
    band DOUBLE NOT NULL,
    decided BOOLEAN NOT NULL,
    arithmetic DOUBLE,  -- the ratio by other roads, at the same level
    arithmetic_low DOUBLE,
    arithmetic_high DOUBLE,
    bootstrap DOUBLE,
    bootstrap_low DOUBLE,
    bootstrap_high DOUBLE,
    equivalence_p DOUBLE,
    of_verdict BOOLEAN,  -- whether the limits are those that the verdict rests on; null in rows of before version 8
    PRIMARY KEY (run, cell, against, question)
);

CREATE TABLE forecast (run BIGINT PRIMARY KEY, document VARCHAR NOT NULL);
