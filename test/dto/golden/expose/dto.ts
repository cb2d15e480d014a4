import 'reflect-metadata';
import { Expose, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';

class Inner {
  @Expose({ name: 'first_name' }) @IsString() firstName!: string;
}

export class Dto {
  @Expose({ name: 'max_results' }) @IsInt() maxResults!: number;
  @Expose() @IsString() plain!: string;
  @Expose({ name: 'the_inner' }) @ValidateNested() @Type(() => Inner) @IsOptional() inner?: Inner;
  @Expose({ toPlainOnly: true }) @IsString() outward!: string;
  // class-transformer overwrites an exposed property with undefined when nothing is sent.
  @Expose() @IsInt() withInitialiser: number = 5;
}
