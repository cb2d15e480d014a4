import { Tool, ToolRegistry } from 'toolwright';

interface Event {
  name: string;
  at: Date;
  attachments: { data: Uint8Array }[];
}

type DeepPartial<T> = { [K in keyof T]?: T[K] extends Date | unknown[] ? T[K] : DeepPartial<T[K]> };

export class DerivedInstances extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  change(changes: Partial<Event>, at: Readonly<Date>, event: Omit<Event, 'name'>): void {
    this.received.push(changes, at, event);
  }

  @Tool()
  patch(event: DeepPartial<Event>, list: readonly Pick<Event, 'at'>[]): void {
    this.received.push(event, list);
  }
}
