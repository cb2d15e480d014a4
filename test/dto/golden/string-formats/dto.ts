import 'reflect-metadata';
import {
  IsBase64,
  IsBooleanString,
  IsDateString,
  IsEmail,
  IsHexColor,
  IsIP,
  IsISO8601,
  IsJSON,
  IsMongoId,
  IsNumberString,
  IsPhoneNumber,
  IsSemVer,
  IsUrl,
  IsUUID,
} from 'class-validator';

export class Dto {
  @IsEmail() email!: string;
  @IsUrl() site!: string;
  @IsUUID('4') id!: string;
  @IsDateString() day!: string;
  @IsISO8601() moment!: string;
  @IsIP('4') host!: string;
  @IsIP() anyHost!: string;
  @IsJSON() document!: string;
  @IsHexColor() color!: string;
  @IsBase64() blob!: string;
  @IsMongoId() key!: string;
  @IsNumberString() digits!: string;
  @IsBooleanString() flag!: string;
  @IsSemVer() version!: string;
  @IsPhoneNumber() phone!: string;
}
