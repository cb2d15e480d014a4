import { PartialType } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsInt, IsString, isString, ValidateNested } from 'class-validator';
import { Tool, Field as ToolField, ToolRegistry } from 'toolwright';

/** A decorator like that of GraphQL. */
function Field(..._options: unknown[]): PropertyDecorator {
  return () => undefined;
}

export class Line {
  @IsInt()
  count!: number;

  @Field(() => String)
  article!: string;
}

export class Order {
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[];
}

export class Plain {
  @IsString()
  name!: string;

  note?: string;
}

export class Documented {
  @IsString()
  name!: string;

  @ToolField({ description: 'Text' })
  note!: string;
}

export class Transformed {
  @IsString()
  name!: string;

  @Type(() => Plain)
  @Expose({ name: 'other' })
  @Transform(({ value }) => (isString(value) ? value : ''))
  note!: string;
}

export class Initialized {
  @IsString()
  name!: string;

  note = 'none';
}

class Base {
  id!: string;
}

export class Derived extends Base {
  @IsString()
  name!: string;
}

export class Counted {
  @IsString()
  name!: string;

  constructor(readonly count: number) {}
}

export class Ignored {
  /** @ignore */
  @IsString()
  name!: string;
}

export class Mapped extends PartialType(Line) {}

export class Extended extends PartialType(Plain) {
  size!: number;
}

export class RulelessDtos extends ToolRegistry {
  @Tool()
  nested(order: Order): void {}

  @Tool()
  plain(plain: Plain): void {}

  @Tool()
  documented(query: { first: Documented }): void {}

  @Tool()
  transformed(value: Transformed): void {}

  @Tool()
  initialized(value: Initialized): void {}

  @Tool()
  derived(value: Derived): void {}

  @Tool()
  counted(value: Counted): void {}

  @Tool()
  ignored(value: Ignored): void {}

  @Tool()
  mapped(value: Mapped): void {}

  @Tool()
  extended(value: Extended): void {}

  /** An output has no rules. */
  @Tool()
  result(): Plain {
    return { name: 'a' };
  }
}
