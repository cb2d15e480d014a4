import { Tool, ToolRegistry } from 'toolwright';

interface Named {
  name: string;
}

interface Aged {
  age: number;
}

type Contact = { email: string } | { phone: string };

type Person = Named & Aged;

export class Intersections extends ToolRegistry {
  @Tool()
  greet(person: Person): void {}

  @Tool()
  reach(who: Named & Contact, note: Named & { text?: string }): void {}
}
