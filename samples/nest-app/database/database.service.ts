import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import sqlite from 'node-sqlite3-wasm';
import { migrations } from './migrations.js';

/** The values of an SQL statement's parameters. */
export type SqlValues = readonly (string | number)[];

/** The SQLite database of the application: the file TASKS_DB, or the memory of the process. */
@Injectable()
export class DatabaseService implements OnApplicationShutdown {
  readonly #logger = new Logger(DatabaseService.name);
  readonly #database = new sqlite.Database(process.env.TASKS_DB ?? ':memory:');

  constructor() {
    this.#migrate();
  }

  /** Returns all rows of a query. */
  all<Row>(sql: string, values: SqlValues = []): readonly Row[] {
    return this.#database.all(sql, [...values]) as unknown as readonly Row[];
  }

  /** Runs a statement. Returns the number of rows that it changed, and the ID of the last row that it inserted. */
  run(sql: string, values: SqlValues = []): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.#database.run(sql, [...values]);
    return { changes, id: Number(lastInsertRowid) };
  }

  /** Runs a function whose changes are stored together, or not at all if it throws. */
  transaction<T>(change: () => T): T {
    this.#database.exec('BEGIN');
    try {
      const result = change();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Closes the database. An earlier hook would close it while calls of tools are still open. */
  onApplicationShutdown(): void {
    this.#database.close();
    this.#logger.log('Database closed');
  }

  #migrate(): void {
    const [{ version } = { version: 0 }] = this.all<{ readonly version: number }>(
      'SELECT user_version AS version FROM pragma_user_version',
    );
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      this.transaction(() => this.#database.exec(`${migration} PRAGMA user_version = ${index + 1}`));
    }
    this.#logger.log(`${migrations.length - version} of ${migrations.length} migrations run`);
  }
}
