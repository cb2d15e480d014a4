import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { Field } from 'toolwright';

/** The arguments of an item to add. class-validator validates them; `@Field` adds descriptions for the model. */
export class NewItem {
  @IsString()
  @Length(1, 80)
  @Field({ description: 'One line that says what the item is about' })
  title!: string;

  @IsString()
  @Length(1, 10_000)
  @Field({ description: 'The item itself, as Markdown' })
  text!: string;

  @IsInt()
  @Min(1)
  @Max(5)
  @Field({ description: 'From 1 (can wait) to 5 (urgent)' })
  priority: number = 3;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(5)
  @IsString({ each: true })
  tags?: string[];
}
