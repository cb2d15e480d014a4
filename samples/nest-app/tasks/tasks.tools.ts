import { Injectable, NotFoundException } from '@nestjs/common';
import { Bind, Param, Tool } from 'toolwright';
import { HideUnauthorized } from 'toolwright/nest';
import { Roles, RolesGuard } from '../auth/roles.guard.js';
import { NewTasks } from './new-tasks.dto.js';
import { type Task, TasksRepository } from './tasks.repository.js';

/** The tasks of a tenant as tools. The tenant comes from the request: a model neither sees it nor sets it. */
@Injectable()
@HideUnauthorized(RolesGuard)
export class TasksTools {
  constructor(private readonly tasks: TasksRepository) {}

  @Tool({ description: 'Find up to 20 tasks, the most urgent first', annotations: { readOnlyHint: true } })
  find(
    @Bind('tenant') tenant: string,
    @Param({ description: 'A part of the title. All tasks match an empty text.' }) text: string = '',
  ): readonly Task[] {
    return this.tasks.find(tenant, text);
  }

  @Tool({ description: 'Export all tasks as CSV', annotations: { readOnlyHint: true } })
  async *export(@Bind('tenant') tenant: string): AsyncGenerator<string, void> {
    yield 'id,title,priority,done,minutes\n';
    for (const page of this.tasks.pages(tenant, 100)) yield page.map(toCsv).join('');
  }

  @Tool({ description: 'Add tasks with their steps. Returns the IDs of the tasks', group: 'editing' })
  @Roles(['member', 'admin'])
  add(@Bind('tenant') tenant: string, list: NewTasks): readonly number[] {
    return this.tasks.add(tenant, list.tasks);
  }

  @Tool({ description: 'Mark a task as done', group: 'editing', annotations: { idempotentHint: true } })
  @Roles(['member', 'admin'])
  complete(@Bind('tenant') tenant: string, @Param({ multipleOf: 1 }) id: number): string {
    if (!this.tasks.complete(tenant, id)) throw new NotFoundException(`There is no task ${id}. Use find.`);
    return `Task ${id} is done.`;
  }

  // A person decides on each call.
  @Tool({
    description: 'Delete a task',
    group: 'administration',
    annotations: { destructiveHint: true },
    needsApproval: true,
  })
  @Roles(['admin'])
  remove(@Bind('tenant') tenant: string, @Param({ multipleOf: 1 }) id: number): string {
    if (!this.tasks.remove(tenant, id)) throw new NotFoundException(`There is no task ${id}. Use find.`);
    return `Task ${id} is deleted.`;
  }
}

function toCsv({ id, title, priority, done, steps }: Task): string {
  const minutes = steps.reduce((sum, step) => sum + step.minutes, 0);
  return `${id},"${title.replaceAll('"', '""')}",${priority},${done},${minutes}\n`;
}
