-- The tables of a lab file, version 9, as Wirelab made them before findings were one document.

CREATE TABLE meta (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
INSERT INTO meta VALUES ('schema', '9');

-- Windows are only in runs of before version 9.
CREATE TYPE phase AS ENUM ('warm-up', 'lead-in', 'measured', 'window');

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
    announcement VARCHAR NOT NULL,  -- what the runner offers, JSON
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
    turn_group INTEGER,  -- of the round: its processes took turns; null when it measured alone
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
    canary_ns BIGINT,  -- just before the batch; only in runs of before version 9
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

-- What was worked out at the end of a run: of cells, of comparisons, and (as one JSON document) what follows. A run
-- without a forecast was measured by an earlier Wirelab: its findings are worked out anew whenever they are asked for.
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
    sustained BOOLEAN,  -- times are means over all calls, collections included
    best_ns DOUBLE,  -- the fastest tenth of all turns
    allocated_bytes DOUBLE,
    encoded_bytes BIGINT,
    gzipped_bytes BIGINT,
    steady_share DOUBLE,
    lost INTEGER NOT NULL,
    lost_rounds INTEGER NOT NULL,
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
    sustained BOOLEAN NOT NULL,  -- the ratio is one of means over all calls, collections included
    PRIMARY KEY (run, cell, against, question)
);

CREATE TABLE forecast (run BIGINT PRIMARY KEY, document VARCHAR NOT NULL);
