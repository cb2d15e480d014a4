import { IsArray, IsInt, IsString, Min } from 'class-validator';
import { Field } from 'toolwright';

/** The agent's answer: what the finish tool takes. */
export class Supper {
  @Field({ description: 'What to cook' })
  @IsString()
  declare recipe: string;

  @Field({ description: 'How long it takes' })
  @IsInt()
  @Min(1)
  declare minutes: number;

  @Field({ description: 'What has to be bought' })
  @IsArray()
  @IsString({ each: true })
  declare shopping: string[];
}
