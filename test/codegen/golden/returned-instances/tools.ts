import { IsString } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

export class User {
  @IsString()
  name!: string;
  since!: Date;
  greet(): string {
    return this.name;
  }
}

class Money {
  readonly #cents: number;

  constructor(cents: number) {
    this.#cents = cents;
  }

  toJSON(): { amount: number; currency: 'EUR' } {
    return { amount: this.#cents / 100, currency: 'EUR' };
  }
}

export class ReturnedInstances extends ToolRegistry {
  @Tool()
  user(): User {
    return Object.assign(new User(), { name: 'Ann', since: new Date(0) });
  }

  @Tool()
  price(): Money {
    return new Money(1);
  }

  @Tool()
  when(): Date {
    return new Date(0);
  }
}
