import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsOptional, IsString, ValidateNested } from 'class-validator';

export class Dto {
  @IsString() label!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Dto) children?: Dto[];
}
