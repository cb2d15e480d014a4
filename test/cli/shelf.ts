/** A module of tools as an author writes it: some return values, some fail, and some never end. */
export const shelf = `export class Shelf extends ToolRegistry {
  @Tool() greet(name: string, times: number = 1) { return ('Hello ' + name + '! ').repeat(times).trimEnd(); }
  @Tool() find(query: string) { return [{ query }]; }
  @Tool() nothing() {}
  @Tool() fail() { throw new Error('the shelf fell down'); }
  @Tool() late() { setTimeout(() => { throw new Error('too late'); }, 10); return new Promise(() => {}); }
  @Tool() busy() { setInterval(() => {}, 1000); return 'done'; }
  @Tool() async *words(ctx: ToolContext) { ctx.progress(1, 2, 'half'); yield 'one '; yield 'two'; }
  @Tool({ outputSchema: { type: 'string' } }) async *tale() { yield 'once '; yield 'upon\\n'; yield 'a time'; }
  @Tool({ outputSchema: { type: 'array', items: { type: 'string' } } }) async *list() { yield 'a '; yield 'b'; return ['a', 'b']; }
  @Tool({ outputSchema: { type: 'string' } }) async *corrected() { yield 'teh '; return 'the end'; }
  @Tool() async *rows() { yield 'rows:'; yield { id: 1 }; yield { id: 2 }; }
  @Tool() async *report() { yield 'working '; yield 'hard '; return { total: 3 }; }
  @Tool() async *breaks() { yield 'one '; throw new Error('the shelf fell down'); }
  @Tool() async *stuck() {
    yield 'started ';
    try { await new Promise(() => { setInterval(() => {}, 1000); }); } finally { console.log('never'); }
  }
  @Tool() async patient(ctx: ToolContext) {
    console.log('waiting');
    await new Promise((resolve) => {
      const timer = setInterval(() => {}, 1000);
      ctx.signal.addEventListener('abort', () => { clearInterval(timer); resolve(undefined); });
    });
    console.log('cleaned up');
  }
}`;
