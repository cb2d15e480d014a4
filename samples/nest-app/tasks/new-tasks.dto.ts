import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsInt, IsString, Length, Max, Min, ValidateNested } from 'class-validator';
import { Field } from 'toolwright';

/** A step of a task. */
export class NewStep {
  @IsString()
  @Length(1, 80)
  title!: string;

  @IsInt()
  @Min(1)
  @Max(480)
  @Field({ description: 'How long it takes' })
  minutes: number = 15;
}

/** A task to add. */
export class NewTask {
  @IsString()
  @Length(1, 80)
  title!: string;

  @IsInt()
  @Min(1)
  @Max(5)
  @Field({ description: 'From 1 (can wait) to 5 (urgent)' })
  priority: number = 3;

  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => NewStep)
  steps: NewStep[] = [];
}

/** The arguments of the tool that adds tasks. */
export class NewTasks {
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => NewTask)
  tasks!: NewTask[];
}
