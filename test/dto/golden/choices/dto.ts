import 'reflect-metadata';
import { Equals, IsEnum, IsIn, IsNotIn, IsString, NotEquals } from 'class-validator';

const Color = { Red: 'red', Green: 'green' } as const;
// As TypeScript compiles `enum Level { Low, High }`.
const Level = { Low: 0, High: 1, 0: 'Low', 1: 'High' } as const;

export class Dto {
  @IsIn(['a', 1, null, { never: 'by identity' }]) one!: unknown;
  @IsString() @IsNotIn(['root', 7, '']) user!: string;
  @Equals('v1') version!: string;
  @NotEquals(13) seat!: number;
  @IsEnum(Color) color!: string;
  @IsEnum(Level) level!: number;
}
