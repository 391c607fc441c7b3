/** The statements with which release 0.1 created its tables, unchanged: partners have such databases. Never changed. */
export const release01 = {
  bff: {
    sqlite: `
CREATE TABLE bff_press (id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')), event TEXT, reference TEXT NOT NULL, mark TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, leased INTEGER NOT NULL DEFAULT 0, accepted_at INTEGER NOT NULL, due_at INTEGER NOT NULL, tried_at INTEGER, last_status INTEGER, last_cause TEXT) STRICT;
CREATE INDEX bff_press_due ON bff_press (due_at) WHERE state = 'waiting';
CREATE INDEX bff_press_settled ON bff_press (state, tried_at) WHERE state <> 'waiting';
CREATE INDEX bff_press_mark ON bff_press (mark, accepted_at);
CREATE TABLE bff_form (form_key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, owner TEXT NOT NULL, lease INTEGER NOT NULL, outcome TEXT, until INTEGER NOT NULL) STRICT;
CREATE INDEX bff_form_until ON bff_form (until);
CREATE TABLE bff_receipt (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, reference TEXT NOT NULL, wording TEXT NOT NULL, locale TEXT NOT NULL, boxes TEXT NOT NULL, form TEXT, site TEXT NOT NULL, phone TEXT, outcome TEXT NOT NULL DEFAULT 'open', status INTEGER, outcome_at INTEGER) STRICT;
CREATE INDEX bff_receipt_at ON bff_receipt (at);
UPDATE bff_press SET mark = mark || '/' || id;
CREATE UNIQUE INDEX bff_press_once ON bff_press (mark, (accepted_at / 10000));
DROP INDEX bff_press_settled;
DROP INDEX bff_press_mark;
CREATE INDEX bff_press_failed ON bff_press (tried_at) WHERE state = 'failed';
CREATE INDEX bff_press_delivered ON bff_press (tried_at) WHERE state = 'delivered';
CREATE TABLE bff_schema (version BIGINT NOT NULL);
INSERT INTO bff_schema (version) VALUES (1), (2), (3);
`,
    postgres: `
CREATE TABLE bff_press (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')), event TEXT, reference TEXT NOT NULL, mark TEXT NOT NULL, tries BIGINT NOT NULL DEFAULT 0, leased BIGINT NOT NULL DEFAULT 0, accepted_at BIGINT NOT NULL, due_at BIGINT NOT NULL, tried_at BIGINT, last_status BIGINT, last_cause TEXT);
CREATE INDEX bff_press_due ON bff_press (due_at) WHERE state = 'waiting';
CREATE INDEX bff_press_settled ON bff_press (state, tried_at) WHERE state <> 'waiting';
CREATE INDEX bff_press_mark ON bff_press (mark, accepted_at);
CREATE TABLE bff_form (form_key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, owner TEXT NOT NULL, lease BIGINT NOT NULL, outcome TEXT, until BIGINT NOT NULL);
CREATE INDEX bff_form_until ON bff_form (until);
CREATE TABLE bff_receipt (seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id TEXT NOT NULL UNIQUE, at BIGINT NOT NULL, reference TEXT NOT NULL, wording TEXT NOT NULL, locale TEXT NOT NULL, boxes TEXT NOT NULL, form TEXT, site TEXT NOT NULL, phone TEXT, outcome TEXT NOT NULL DEFAULT 'open', status BIGINT, outcome_at BIGINT);
CREATE INDEX bff_receipt_at ON bff_receipt (at);
UPDATE bff_press SET mark = mark || '/' || id;
CREATE UNIQUE INDEX bff_press_once ON bff_press (mark, (accepted_at / 10000));
DROP INDEX bff_press_settled;
DROP INDEX bff_press_mark;
CREATE INDEX bff_press_failed ON bff_press (tried_at) WHERE state = 'failed';
CREATE INDEX bff_press_delivered ON bff_press (tried_at) WHERE state = 'delivered';
CREATE TABLE bff_schema (version BIGINT NOT NULL);
INSERT INTO bff_schema (version) VALUES (1), (2), (3);
`,
  },
  monitor: {
    sqlite: `
CREATE TABLE monitor_site (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, url TEXT NOT NULL, host TEXT NOT NULL, description TEXT NOT NULL, must_contain TEXT, listed INTEGER NOT NULL, state_up INTEGER, changed_at INTEGER, went_down TEXT, went_up TEXT, downtimes INTEGER NOT NULL DEFAULT 0);
CREATE INDEX monitor_site_listed ON monitor_site (id) WHERE listed = 1;
CREATE INDEX monitor_site_down ON monitor_site (changed_at, id) WHERE state_up = 0 AND listed = 1;
CREATE TABLE monitor_turn (site INTEGER PRIMARY KEY, due_at INTEGER NOT NULL, lease_owner TEXT, lease_until INTEGER NOT NULL DEFAULT 0, again INTEGER NOT NULL DEFAULT 0, first_check INTEGER NOT NULL DEFAULT 1, last_check INTEGER NOT NULL DEFAULT 0, last_at INTEGER NOT NULL DEFAULT 0);
CREATE INDEX monitor_turn_due ON monitor_turn (due_at);
CREATE TABLE monitor_check (site INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, up INTEGER NOT NULL, ignored INTEGER NOT NULL, load_us INTEGER NOT NULL, via INTEGER NOT NULL, status INTEGER, error TEXT, redirects TEXT, PRIMARY KEY (site, number)) WITHOUT ROWID;
CREATE TABLE monitor_count (downtimes INTEGER NOT NULL);
INSERT INTO monitor_count (downtimes) VALUES (0);
CREATE TABLE monitor_downtime (number INTEGER PRIMARY KEY, site INTEGER NOT NULL, n INTEGER NOT NULL, down_at INTEGER NOT NULL, up_at INTEGER, before_ms INTEGER NOT NULL, down_check TEXT NOT NULL, up_check TEXT);
CREATE UNIQUE INDEX monitor_downtime_n ON monitor_downtime (site, n);
CREATE INDEX monitor_downtime_at ON monitor_downtime (site, down_at, n, up_at, before_ms);
CREATE TABLE monitor_day (site INTEGER NOT NULL, day INTEGER NOT NULL, checks INTEGER NOT NULL, failed INTEGER NOT NULL, load_us INTEGER NOT NULL, PRIMARY KEY (site, day)) WITHOUT ROWID;
CREATE TABLE monitor_via (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE monitor_notice (id TEXT PRIMARY KEY, made_at INTEGER NOT NULL, body TEXT NOT NULL, due_at INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0, lease_until INTEGER NOT NULL DEFAULT 0);
CREATE INDEX monitor_notice_due ON monitor_notice (failed, due_at);
CREATE TABLE monitor_schema (version BIGINT NOT NULL);
INSERT INTO monitor_schema (version) VALUES (1);
`,
    postgres: `
CREATE TABLE monitor_site (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, url TEXT NOT NULL, host TEXT NOT NULL, description TEXT NOT NULL, must_contain TEXT, listed SMALLINT NOT NULL, state_up SMALLINT, changed_at BIGINT, went_down TEXT, went_up TEXT, downtimes BIGINT NOT NULL DEFAULT 0);
CREATE INDEX monitor_site_listed ON monitor_site (id) WHERE listed = 1;
CREATE INDEX monitor_site_down ON monitor_site (changed_at, id) WHERE state_up = 0 AND listed = 1;
CREATE TABLE monitor_turn (site BIGINT PRIMARY KEY, due_at BIGINT NOT NULL, lease_owner TEXT, lease_until BIGINT NOT NULL DEFAULT 0, again SMALLINT NOT NULL DEFAULT 0, first_check BIGINT NOT NULL DEFAULT 1, last_check BIGINT NOT NULL DEFAULT 0, last_at BIGINT NOT NULL DEFAULT 0)
WITH (fillfactor = 50);
CREATE INDEX monitor_turn_due ON monitor_turn (due_at);
CREATE TABLE monitor_check (site BIGINT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, up SMALLINT NOT NULL, ignored SMALLINT NOT NULL, load_us INTEGER NOT NULL, via INTEGER NOT NULL, status INTEGER, error TEXT, redirects TEXT, PRIMARY KEY (site, number));
CREATE TABLE monitor_count (downtimes BIGINT NOT NULL);
INSERT INTO monitor_count (downtimes) VALUES (0);
CREATE TABLE monitor_downtime (number BIGINT PRIMARY KEY, site BIGINT NOT NULL, n BIGINT NOT NULL, down_at BIGINT NOT NULL, up_at BIGINT, before_ms BIGINT NOT NULL, down_check TEXT NOT NULL, up_check TEXT);
CREATE UNIQUE INDEX monitor_downtime_n ON monitor_downtime (site, n);
CREATE INDEX monitor_downtime_at ON monitor_downtime (site, down_at, n, up_at, before_ms);
CREATE TABLE monitor_day (site BIGINT NOT NULL, day BIGINT NOT NULL, checks BIGINT NOT NULL, failed BIGINT NOT NULL, load_us BIGINT NOT NULL, PRIMARY KEY (site, day));
CREATE TABLE monitor_via (id INTEGER GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE monitor_notice (id TEXT PRIMARY KEY, made_at BIGINT NOT NULL, body TEXT NOT NULL, due_at BIGINT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, failed SMALLINT NOT NULL DEFAULT 0, lease_until BIGINT NOT NULL DEFAULT 0);
CREATE INDEX monitor_notice_due ON monitor_notice (failed, due_at);
CREATE TABLE monitor_schema (version BIGINT NOT NULL);
INSERT INTO monitor_schema (version) VALUES (1);
`,
  },
}
