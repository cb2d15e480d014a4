import { Tool, ToolRegistry } from 'toolwright';

interface Settings {
  theme: string;
  fontSize: number;
}

type Switches<T> = { [K in keyof T]: boolean };

type Getters<T> = { [K in keyof T & string as `get-${K}`]?: T[K] };

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

export class MappedTypes extends ToolRegistry {
  @Tool()
  toggle(switches: Switches<Settings>, getters: Getters<Settings>, values: Nullable<Settings>): void {}
}
