/** The tables of the register, in the SQL that SQLite and PostgreSQL share. */

/**
 * Each entry brings a database from its version (the index) to the next one. Nothing of a published entry changes: a
 * change is a new entry. Amounts are decimal text, moments epoch ms, booleans 0 and 1.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE identity (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      generation TEXT NOT NULL,
      how TEXT NOT NULL,
      created_at_ms BIGINT NOT NULL
    )`,
    `CREATE TABLE accounts (
      account TEXT PRIMARY KEY,
      term BIGINT NOT NULL,
      leader TEXT,
      last_number BIGINT NOT NULL,
      unknown_number BIGINT,
      code_step BIGINT,
      revision BIGINT NOT NULL,
      signers TEXT
    )`,
    `CREATE TABLE steps (
      account TEXT NOT NULL,
      number BIGINT NOT NULL,
      call_id TEXT,
      step TEXT NOT NULL CHECK (step IN ('place', 'mark-paid', 'release', 'cancel', 'publish')),
      subject TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('asked', 'not-left', 'leaving', 'not-done', 'done')),
      term BIGINT NOT NULL,
      epoch BIGINT NOT NULL,
      asset TEXT,
      amount TEXT,
      price TEXT,
      total TEXT,
      fiat TEXT,
      counterparty TEXT,
      asked_at_ms BIGINT NOT NULL,
      armed_at_ms BIGINT,
      until_ms BIGINT,
      code_step BIGINT,
      answer TEXT,
      answered_at_ms BIGINT,
      unseen_reads BIGINT NOT NULL,
      unseen_at_ms BIGINT,
      ended_at_ms BIGINT,
      ended_how TEXT,
      PRIMARY KEY (account, number)
    )`,
    `CREATE INDEX steps_by_subject ON steps (account, step, subject)`,
    `CREATE INDEX steps_open ON steps (account, state)`,
    `CREATE INDEX steps_by_time ON steps (account, step, armed_at_ms)`,
    `CREATE TABLE payments (
      key TEXT NOT NULL,
      account TEXT NOT NULL,
      order_number TEXT NOT NULL,
      number BIGINT,
      proof TEXT NOT NULL,
      since_ms BIGINT NOT NULL,
      freed_at_ms BIGINT,
      freed_how TEXT
    )`,
    `CREATE UNIQUE INDEX payments_used_once ON payments (key) WHERE freed_at_ms IS NULL`,
    `CREATE INDEX payments_by_order ON payments (account, order_number)`,
    `CREATE TABLE orders (
      account TEXT NOT NULL,
      order_number TEXT NOT NULL,
      epoch BIGINT NOT NULL,
      held_by TEXT,
      held_note TEXT,
      was_held INTEGER NOT NULL,
      PRIMARY KEY (account, order_number)
    )`,
    `CREATE TABLE resets (
      account TEXT NOT NULL,
      order_number TEXT NOT NULL,
      reset_id TEXT NOT NULL,
      PRIMARY KEY (account, order_number, reset_id)
    )`,
    `CREATE TABLE restrictions (
      account TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('switch', 'rules', 'block')),
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      revision BIGINT NOT NULL,
      PRIMARY KEY (account, kind, key)
    )`,
    `CREATE TABLE unknown_releases (
      account TEXT NOT NULL,
      order_number TEXT NOT NULL,
      seen_at_ms BIGINT NOT NULL,
      stops INTEGER NOT NULL,
      explained TEXT,
      explained_by TEXT,
      PRIMARY KEY (account, order_number)
    )`,
    `CREATE TABLE journal (
      seq BIGINT PRIMARY KEY,
      at_ms BIGINT NOT NULL,
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      body TEXT NOT NULL,
      hash TEXT NOT NULL
    )`,
    `CREATE TABLE journal_end (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      seq BIGINT NOT NULL,
      hash TEXT NOT NULL
    )`,
    `INSERT INTO journal_end (one, seq, hash) VALUES (1, 0, '')`,
  ],
  [`ALTER TABLE accounts ADD COLUMN temporal TEXT`, `ALTER TABLE accounts ADD COLUMN other_temporal TEXT`],
  [`ALTER TABLE accounts ADD COLUMN compared_at_ms BIGINT`],
  [`ALTER TABLE steps ADD COLUMN order_number TEXT`],
  [`ALTER TABLE accounts ADD COLUMN compared_in TEXT`],
  [
    `ALTER TABLE accounts ADD COLUMN history_mark TEXT`,
    `CREATE INDEX journal_trades_by_order ON journal (account, subject) WHERE kind = 'trade'`,
    `CREATE INDEX journal_order_ends ON journal (account, subject) WHERE kind = 'order-end'`,
    `CREATE INDEX journal_trades ON journal (account, seq) WHERE kind = 'trade'`,
  ],
  [
    `CREATE TABLE sightings (
      source TEXT NOT NULL,
      delivery TEXT NOT NULL,
      payment BIGINT NOT NULL,
      key TEXT NOT NULL,
      class TEXT NOT NULL CHECK (class IN ('evidence', 'hint')),
      account TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount TEXT NOT NULL,
      method TEXT,
      is_reversible INTEGER NOT NULL,
      payer TEXT,
      reference TEXT,
      memo TEXT NOT NULL,
      booked_at_ms BIGINT,
      state TEXT NOT NULL CHECK (state IN ('pending', 'booked')),
      seen_at_ms BIGINT NOT NULL,
      signature TEXT,
      PRIMARY KEY (source, delivery)
    )`,
    `CREATE INDEX sightings_by_payment ON sightings (payment)`,
    `CREATE INDEX sightings_by_key ON sightings (key)`,
    `CREATE INDEX sightings_by_time ON sightings (seen_at_ms)`,
    `CREATE INDEX journal_cancel_words ON journal (account, subject) WHERE kind = 'cancel-word'`,
    `CREATE INDEX journal_sightings ON journal (account, seq) WHERE kind = 'sighting'`,
  ],
  [
    `CREATE TABLE dealings (
      account TEXT NOT NULL,
      order_number TEXT NOT NULL,
      person TEXT NOT NULL,
      own TEXT,
      side TEXT NOT NULL CHECK (side IN ('BUY', 'SELL')),
      total TEXT NOT NULL,
      fiat TEXT NOT NULL,
      status TEXT NOT NULL,
      was_appealed INTEGER NOT NULL,
      seen_at_ms BIGINT NOT NULL,
      changed_at_ms BIGINT NOT NULL,
      PRIMARY KEY (account, order_number)
    )`,
    `CREATE INDEX dealings_by_person ON dealings (account, person)`,
    `CREATE TABLE remarks (
      account TEXT NOT NULL,
      person TEXT NOT NULL,
      text TEXT NOT NULL,
      said_by TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      PRIMARY KEY (account, person)
    )`,
    `CREATE TABLE assignments (
      account TEXT NOT NULL,
      order_number TEXT NOT NULL,
      assignee TEXT NOT NULL,
      until_ms BIGINT NOT NULL,
      PRIMARY KEY (account, order_number)
    )`,
  ],
];
