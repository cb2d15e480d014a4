import 'reflect-metadata';
import { IsByteLength, IsNotEmpty, IsString, Length, MaxLength, MinLength } from 'class-validator';

export class Dto {
  @Length(2, 4) code!: string;
  @MinLength(3) word!: string;
  @MaxLength(2) initials!: string;
  @IsString() @IsNotEmpty() filled!: string;
  @IsByteLength(1, 4) packed!: string;
}
