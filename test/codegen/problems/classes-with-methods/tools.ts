import { Tool, ToolRegistry } from 'toolwright';

class Account {
  balance = 0;

  deposit(amount: number): void {
    this.balance += amount;
  }
}

class Savings extends Account {
  rate = 1;
}

export class ClassesWithMethods extends ToolRegistry {
  @Tool()
  open(account: Account): void {}

  @Tool()
  move(transfer: { from: Savings; amount: number }): void {}
}
