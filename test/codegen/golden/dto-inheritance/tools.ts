import { IsBoolean, IsString, MinLength } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

abstract class Entity {
  /** Never changes. */
  @IsString()
  id!: string;
}

export class Note extends Entity {
  @MinLength(1)
  text!: string;
}

/** Has rules by its parent alone. */
export class Pinned extends Note {}

export class Task extends Note {
  @IsBoolean()
  isDone: boolean = false;
}

export class DtoInheritance extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  save(task: Task): void {
    this.received.push(task);
  }

  @Tool()
  pin(pinned: Pinned): void {
    this.received.push(pinned);
  }
}
