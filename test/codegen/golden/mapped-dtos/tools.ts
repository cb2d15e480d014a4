import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsInt, IsString, MaxLength, Min } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';

export class CreateItem {
  /** Shown in lists. */
  @IsString()
  @MaxLength(10)
  title!: string;

  @IsInt()
  @Min(5)
  count!: number;
}

export class Labelled {
  @MaxLength(3)
  label!: string;
}

export class UpdateItem extends PartialType(CreateItem) {}

/** Has rules by two parents alone. */
export class Renamed extends UpdateItem {}

export class Title extends PickType(CreateItem, ['title']) {}

export class Count extends OmitType(CreateItem, ['title']) {}

const Both = IntersectionType(Title, Labelled);

export class LabelledTitle extends Both {}

// biome-ignore lint/suspicious/noExplicitAny: TypeScript requires the constructor of a mixin to accept any arguments.
function paged<T extends new (...args: any[]) => object>(Base: T) {
  class Paged extends Base {
    @IsInt()
    @Min(1)
    page!: number;
  }
  return Paged;
}

export class Page extends paged(class {}) {}

export class MappedDtos extends ToolRegistry {
  readonly received: unknown[] = [];

  @Tool()
  update(patch: UpdateItem): void {
    this.received.push(patch);
  }

  @Tool()
  rename(id: number, renamed: Renamed | null): void {
    this.received.push(id, renamed);
  }

  @Tool()
  pick(title: Title): void {
    this.received.push(title);
  }

  @Tool()
  omit(count: Count): void {
    this.received.push(count);
  }

  @Tool()
  label(items: LabelledTitle[]): void {
    this.received.push(...items);
  }

  @Tool()
  list(page: Page): void {
    this.received.push(page);
  }
}
