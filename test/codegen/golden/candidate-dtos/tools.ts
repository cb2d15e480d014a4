import { IsInt, Min } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

interface Paged {
  page: number;
}

type PagedClass = new () => Paged;

/** Has a type that does not show the rules of the class. */
function paged(): PagedClass {
  class Rules {
    @IsInt()
    @Min(1)
    page!: number;
  }
  return Rules;
}

function unruled(): PagedClass {
  return class {
    page!: number;
  };
}

export class Page extends paged() {}

export class Unruled extends unruled() {}

export class CandidateDtos extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  ruled(page: Page): void {
    this.received.push(page);
  }

  @Tool()
  unruled(page: Unruled): void {
    this.received.push(page);
  }

  @Tool()
  either(page: Page | null, others: Unruled[] = []): void {
    this.received.push(page, ...others);
  }
}
