import 'reflect-metadata';
import { IsDefined, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

class First {
  @IsString() @MaxLength(3) id!: unknown;
  @IsOptional() @IsInt() count?: number;
  @IsInt() @Min(1) level!: number;
}

class Second extends First {
  @Max(5) override level!: number;
}

export class Dto extends Second {
  @IsInt() override id!: unknown;
  @IsDefined() override count!: number;
}
