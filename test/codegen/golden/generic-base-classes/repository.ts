import { Tool, ToolRegistry } from 'toolwright';

export interface Entity {
  id: string;
}

export abstract class Repository<T extends Entity, Key extends keyof T = 'id'> extends ToolRegistry {
  /** Saves one. */
  @Tool()
  save(item: T, checks?: Partial<Record<Key, boolean>>): T {
    return item;
  }
}
