import { Type } from 'class-transformer';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { Field } from 'toolwright';

/** A mail. Its sender has written all of it, except for the ID, which the mailbox has issued. */
export class Mail {
  @Field({ trust: 'trusted', kind: 'mail' })
  @IsString()
  declare id: string;

  @IsString()
  declare from: string;

  @IsString()
  declare body: string;
}

/** What the tool that reads mails returns. */
export class Inbox {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Mail)
  declare mails: Mail[];
}

/** What an invoice asks for. */
export class Invoice {
  @IsString()
  declare account: string;

  @IsInt()
  declare amount: number;
}
