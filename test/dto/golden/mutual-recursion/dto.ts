import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';

class Folder {
  @IsString() name!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => File) files?: unknown[];
}

class File {
  @IsInt() size!: number;
  @IsOptional() @ValidateNested() @Type(() => Folder) archive?: Folder;
}

export class Dto {
  @ValidateNested() @Type(() => Folder) root!: Folder;
}
