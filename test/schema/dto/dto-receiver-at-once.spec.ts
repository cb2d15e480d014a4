import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsNumber, IsString, ValidateNested } from 'class-validator';
import { createDtoReceiver } from '../../../src/schema/dto/dto-receiver.js';

// By itself, because it holds only where instances are made and judged by compiled code.
describe('createDtoReceiver', () => {
  it('answers at once from the second call on, unless class-validator is needed', async () => {
    class Item {
      @IsNumber() price!: number;
    }
    class Order {
      @IsString() title!: string;
      @ValidateNested() @Type(() => Item) item!: Item;
    }
    const receive = createDtoReceiver(Order);
    const good = { title: 'a', item: { price: 1 } };
    expect(receive(good)).toBeInstanceOf(Promise);
    await receive(good);
    expect(receive(good)).toMatchObject({ ok: true, value: { title: 'a' } });
    expect(receive('no')).toMatchObject({ ok: false });
    expect(receive({ title: 5 })).toBeInstanceOf(Promise);
  });
});
