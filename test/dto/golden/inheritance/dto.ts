import 'reflect-metadata';
import { IsInt, IsOptional, IsString, Min } from 'class-validator';

class Paged {
  @IsOptional() @IsInt() @Min(1) page?: number;
}

class Named extends Paged {
  @IsString() name!: string;
}

export class Dto extends Named {
  @IsString() kind!: string;
}
