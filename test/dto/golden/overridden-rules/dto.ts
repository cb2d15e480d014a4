import 'reflect-metadata';
import { IsDefined, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

class First {
  @IsString() @MaxLength(3) id!: unknown;
  @IsOptional() @IsInt() count?: number;
  @IsInt() @Min(1) level!: number;
}

class Second extends First {
  @Max(5) declare level: number;
}

export class Dto extends Second {
  @IsInt() declare id: unknown;
  @IsDefined() declare count: number;
}
