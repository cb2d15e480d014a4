import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsDefined, IsInt, IsNotEmpty, IsObject, IsString, ValidateNested } from 'class-validator';

class Street {
  @IsString() name!: string;
  @IsInt() number!: number;
}

class Address {
  @IsString() @IsNotEmpty() city!: string;
  @ValidateNested() @Type(() => Street) @IsDefined() street!: Street;
}

export class Dto {
  @ValidateNested() @Type(() => Address) @IsObject() home!: Address;
}
