import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';

function textArgs() {
  class Args {
    @IsString() value!: string;
  }
  return Args;
}

function numberArgs() {
  class Args {
    @IsInt() value!: number;
  }
  return Args;
}

const TextArgs = textArgs();
const NumberArgs = numberArgs();

export class Dto {
  @ValidateNested() @Type(() => TextArgs) text1!: object;
  @ValidateNested() @Type(() => TextArgs) text2!: object;
  @ValidateNested() @Type(() => NumberArgs) number1!: object;
  @ValidateNested() @Type(() => NumberArgs) number2!: object;
}
