import { Tool, ToolRegistry } from 'toolwright';

/** How soon it has to be done. */
// biome-ignore lint/style/noEnum: what this golden is about
enum Priority {
  Urgent = 'urgent',
  Normal = 'normal',
  Later = 'later',
}

export class StringEnums extends ToolRegistry {
  @Tool()
  plan(priority: Priority, others: Priority[], only: Priority.Urgent, some: Priority.Urgent | Priority.Later): void {}
}
