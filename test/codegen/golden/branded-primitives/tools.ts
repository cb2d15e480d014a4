import { Tool, ToolRegistry } from 'toolwright';

declare const brand: unique symbol;

/** The number of an account. */
type AccountId = string & { readonly [brand]: 'AccountId' };

type Cents = number & { readonly __unit: 'cents' };

type Brand<T, Name extends string> = T & { readonly __brand: Name };

export class BrandedPrimitives extends ToolRegistry {
  @Tool()
  transfer(from: AccountId, to: AccountId, amount: Cents, reason?: Brand<'gift' | 'debt', 'Reason'>): void {}
}
