import 'reflect-metadata';
import { IsInt, IsString, MinLength, ValidateIf } from 'class-validator';

export class Dto {
  @IsString() kind!: string;
  @ValidateIf((dto: Dto) => dto.kind === 'long') @IsString() @MinLength(3) text?: unknown;
  @IsInt() @MinLength(3, { validateIf: (_, value) => typeof value === 'string' }) mixed!: unknown;
}
