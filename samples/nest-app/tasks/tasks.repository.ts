import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../database/database.service.js';
import type { NewTask } from './new-tasks.dto.js';

/** A stored task. */
export interface Task {
  readonly id: number;
  readonly title: string;
  readonly priority: number;
  readonly done: boolean;
  readonly steps: readonly { readonly title: string; readonly minutes: number }[];
}

/** A task as the database stores it, with its steps as JSON. */
interface TaskRow extends Omit<Task, 'done' | 'steps'> {
  readonly done: number;
  readonly steps: string;
}

const columns = `id, title, priority, done, (
  SELECT json_group_array(json_object('title', title, 'minutes', minutes))
  FROM (SELECT * FROM steps WHERE task = tasks.id ORDER BY position)
) AS steps`;

/** The tasks of all tenants. Every method reads and changes only those of one tenant. */
@Injectable()
export class TasksRepository {
  constructor(private readonly database: DatabaseService) {}

  /** Stores tasks. Returns their IDs. */
  add(tenant: string, tasks: readonly NewTask[]): readonly number[] {
    return this.database.transaction(() => tasks.map((task) => this.insert(tenant, task)));
  }

  /** Returns up to 20 tasks whose title contains a text, the most urgent first. */
  find(tenant: string, text: string): readonly Task[] {
    const sql = `SELECT ${columns} FROM tasks WHERE tenant = ? AND instr(lower(title), lower(?)) > 0
      ORDER BY done, priority DESC, id LIMIT 20`;
    return this.database.all<TaskRow>(sql, [tenant, text]).map(toTask);
  }

  /** Yields all tasks in pages, each of which is read when it is requested. */
  *pages(tenant: string, size: number): Generator<readonly Task[], void> {
    const sql = `SELECT ${columns} FROM tasks WHERE tenant = ? AND id > ? ORDER BY id LIMIT ?`;
    let last = 0;
    for (;;) {
      const page = this.database.all<TaskRow>(sql, [tenant, last, size]).map(toTask);
      if (page.length > 0) yield page;
      if (page.length < size) return;
      last = page.at(-1)?.id ?? last;
    }
  }

  /** Marks a task as done. Returns whether it exists. */
  complete(tenant: string, id: number): boolean {
    return this.database.run('UPDATE tasks SET done = 1 WHERE tenant = ? AND id = ?', [tenant, id]).changes > 0;
  }

  /** Deletes a task and its steps. Returns whether it exists. */
  remove(tenant: string, id: number): boolean {
    return this.database.run('DELETE FROM tasks WHERE tenant = ? AND id = ?', [tenant, id]).changes > 0;
  }

  private insert(tenant: string, { title, priority, steps }: NewTask): number {
    const { id } = this.database.run('INSERT INTO tasks (tenant, title, priority) VALUES (?, ?, ?)', [
      tenant,
      title,
      priority,
    ]);
    for (const [position, step] of steps.entries()) {
      this.database.run('INSERT INTO steps VALUES (?, ?, ?, ?)', [id, position, step.title, step.minutes]);
    }
    return id;
  }
}

function toTask({ done, steps, ...row }: TaskRow): Task {
  return { ...row, done: done === 1, steps: JSON.parse(steps) as Task['steps'] };
}
