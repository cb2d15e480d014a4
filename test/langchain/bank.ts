import { Tool, Toolkit, ToolRegistry } from 'toolwright';

/** A toolkit with a tool that waits for approval and one that does not, and what has run. */
export interface BankToolkit {
  readonly bank: Toolkit;
  readonly ran: readonly string[];
}

export function createBank(bank: Toolkit = new Toolkit()): BankToolkit {
  const ran: string[] = [];
  class Bank extends ToolRegistry {
    @Tool({ needsApproval: true, params: { cents: { type: Number } } })
    pay(cents: number): string {
      ran.push(`pay ${cents}`);
      return 'paid';
    }

    @Tool()
    balance(): string {
      ran.push('balance');
      return '100 cents';
    }
  }
  bank.register(new Bank());
  return { bank, ran };
}
