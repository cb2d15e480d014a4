import 'reflect-metadata';
import {
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotContains,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsString,
} from 'class-validator';

export class Dto {
  @IsArray() any!: unknown[];
  @ArrayMinSize(1) @ArrayMaxSize(2) few!: unknown[];
  @ArrayNotEmpty() some!: unknown[];
  @IsString({ each: true }) @ArrayUnique() names!: string[];
  @ArrayUnique() things!: unknown[];
  @ArrayContains(['a', 'b']) withBoth!: unknown[];
  @ArrayNotContains(['x', 'y']) without!: unknown[];
}
