import { Bind, Param, Tool, ToolContext, ToolRegistry, Toolkit, Field, ToolSpec } from 'toolwright';
import { IsString, IsInt, Min, IsOptional } from 'class-validator';
import { lastValueFrom, toArray } from 'rxjs';

class NewItem {
  @IsString() @Field({ description: 'The title' }) title!: string;
  @IsInt() @Min(0) price!: number;
  @IsOptional() @IsString() note?: string;
}
class KB extends ToolRegistry {
  @Tool({ description: 'Search' })
  async search(
    @Param({ description: 'What', minLength: 1 }) query: string,
    @Param({ minimum: 1, maximum: 100 }) limit: number = 10,
    @Bind('session.user.id', { optional: true }) userId?: string,
  ) { return [{ query, limit, userId }]; }
  @Tool() addItem(item: NewItem) { return { isItem: item instanceof NewItem, ...item }; }
  @Tool() async *watch(query: string, ctx: ToolContext) { for (let i = 0; i < 3; i++) { ctx.progress(i, 3); yield `${query}${i} `; } }
}
it('works', async () => {
  const kb = new KB();
  console.log(JSON.stringify(kb.toolSpec('search').inputSchema), JSON.stringify(kb.toolSpec('addItem').inputSchema));
  const specs = kb.toToolSpecs();
  console.log(await specs.search?.call({ query: 'x', limit: '5' }));
  console.log(await specs.search?.exec({ querry: 'x', limit: 'ten' }));
  console.log(await specs.addItem?.exec({ title: 'a', price: '3' }));
  console.log(await specs.addItem?.exec({ title: 'a', price: -1, querry: 1, notee: 'x' }));
  console.log(JSON.stringify(await lastValueFrom(kb.toolSpec('watch').stream({ query: 'q' }).pipe(toArray())), null, 1));
  const tk = new Toolkit({ state: { session: { user: { id: 'u1' } } } });
  tk.register(kb);
  console.log(await tk.execute('search', '{"query":"a"}'), await tk.execute('serch', {}));
  console.log(specs.search?.code, specs.search?.toPrompt(), kb.listToolSpecs(), KB.toolNames(), JSON.stringify(tk.getJsonSchemas()));
});
