/** The migrations of the database. Append to the list: an entry that has run somewhere must not change. */
export const migrations: readonly string[] = [
  `CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    title TEXT NOT NULL,
    priority INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX tasks_of_tenant ON tasks (tenant, id);`,

  `CREATE TABLE steps (
    task INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    PRIMARY KEY (task, position)
  );`,
];
