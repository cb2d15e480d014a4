import { IsIn, IsInt, IsOptional } from 'class-validator';
import { Field, Tool, ToolRegistry } from 'toolwright';

export class Query {
  /** What the comment says is left to people where `@Field()` says something. */
  @Field({ description: 'How many to give', examples: [5] })
  @IsInt()
  limit!: number;

  /** What to sort by. */
  @IsOptional()
  @IsIn(['name', 'date'])
  sort?: 'name' | 'date';
}

export class FieldDtos extends ToolRegistry {
  @Tool()
  list(query: Query): void {}
}
