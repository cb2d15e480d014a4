import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsIn, IsInstance, IsOptional, IsString, Min, MinLength, ValidateNested } from 'class-validator';

class NoRules {}

export class Dto {
  @IsOptional() @ValidateNested() @Type(() => NoRules) noRules?: NoRules;
  @IsOptional() @IsString() @Min(1) impossible?: unknown;
  @IsOptional() @IsIn([]) never?: unknown;
  @IsOptional() @IsInstance(Date) instance?: unknown;
  @IsOptional() @MinLength(Number.NaN) badBound?: string;
}
