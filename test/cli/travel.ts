/** A module of tools that ask their user. */
export const travel = `class Travel extends ToolRegistry {
  @Tool({ needsApproval: true }) pay(amount: number, currency: string = 'EUR') { return 'paid ' + amount + ' ' + currency; }
  @Tool() async book(ctx: ToolContext) {
    const answer = await ctx.ask({
      type: 'object',
      properties: {
        city: { type: 'string', title: 'City', minLength: 2 },
        nights: { type: 'integer', minimum: 1 },
        room: { enum: ['single', 'double'], default: 'single' },
        breakfast: { type: 'boolean' },
        wishes: { type: 'array', items: { type: 'string' } },
      },
      required: ['city', 'nights', 'breakfast'],
    }, { message: 'Where to?' });
    return answer.kind === 'accept' ? answer.data : answer.kind;
  }
  @Tool() async visit(ctx: ToolContext) {
    try {
      return (await ctx.ask({ type: 'object', properties: {} }, { message: 'Really?', key: 'sure' })).kind;
    } catch (error) { return 'not asked: ' + error.capability; }
  }
}
export const toolkit = new Toolkit();
toolkit.register(new Travel());`;
