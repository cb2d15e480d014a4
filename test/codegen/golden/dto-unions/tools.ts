import { Equals, IsNumber, IsString } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

export class Card {
  @Equals('card')
  kind!: 'card';

  @IsString()
  number!: string;
}

export class Cash {
  @Equals('cash')
  kind!: 'cash';

  @IsNumber()
  given!: number;
}

export class DtoUnions extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  pay(by: Card | Cash | 'credit'): void {
    this.received.push(by);
  }
}
