import { Tool, ToolRegistry } from 'toolwright';

interface City {
  name: string;
  zip: string;
}

interface Address {
  street: string;
  city: City;
}

interface Person {
  name: string;
  address: Address;
  phones: { kind: 'home' | 'work'; number: string }[];
}

interface Employee extends Person {
  salary: number;
}

export class NestedInterfaces extends ToolRegistry {
  @Tool()
  hire(employee: Employee): void {}

  @Tool()
  introduce(first: Person, second: Person): void {}
}
