import { Tool, ToolContext, ToolRegistry } from 'toolwright';

class Search extends ToolRegistry {
  @Tool({
    name: 'search',
    description: 'Search',
    tags: ['read'],
    timeoutMs: 1_000,
    params: { query: { minLength: 2 }, limit: { maximum: 50 } },
    bind: { user: 'session.user' },
    ctx: 'context',
  })
  find(query: string, limit: number, user: string, context: unknown): unknown {
    return [query, limit, user, context instanceof ToolContext];
  }
}

describe('the options of @Tool() on an override', () => {
  it('are merged over those of the parent', () => {
    class Fast extends Search {
      @Tool({ description: 'Search fast', params: { query: { minLength: 3 } } })
      override find(query: string, limit: number, user: string, context: unknown): unknown {
        return super.find(query, limit, user, context);
      }
    }
    const spec = new Fast().toolSpec('find');
    expect(spec).toMatchObject({ name: 'search', description: 'Search fast', tags: ['read'] });
    expect(spec.params).toMatchObject({ query: { minLength: 3 }, limit: { maximum: 50 } });
    expect(Object.keys(spec.bindings)).toEqual(['user']);
    expect(new Search().toolSpec('find').description).toBe('Search');
  });

  it('are merged over several generations', () => {
    class Middle extends Search {
      @Tool({ tags: ['fast'] })
      override find(query: string, limit: number, user: string, context: unknown): unknown {
        return super.find(query, limit, user, context);
      }
    }
    class Last extends Middle {
      @Tool({ title: 'Find' })
      override find(query: string, limit: number, user: string, context: unknown): unknown {
        return super.find(query, limit, user, context);
      }
    }
    expect(new Last().toolSpec('find')).toMatchObject({ name: 'search', title: 'Find', tags: ['fast'] });
  });

  it('keep what the parent says of parameters that the override has', async () => {
    class Short extends Search {
      @Tool({ description: 'Search all' })
      override find(query: string): unknown {
        return query;
      }
    }
    const spec = new Short().toolSpec('find');
    expect(spec.params).toEqual({ query: { type: 'string', minLength: 2 } });
    expect(await spec.call({ query: 'ab' })).toBe('ab');
  });

  it('are refused if they themselves name no parameter', () => {
    class Wrong extends Search {
      @Tool({ params: { limit: { maximum: 10 }, page: { minimum: 1 } } })
      override find(query: string): unknown {
        return query;
      }
    }
    expect(() => new Wrong().toolSpec('find')).toThrow("Wrong.find: 'params' names 'page', which is not a parameter.");
  });

  it('remove an inherited tool, and bring a removed one back', () => {
    class Removed extends Search {
      @Tool({ enabled: false })
      override find(): unknown {
        return undefined;
      }
    }
    class Again extends Removed {
      @Tool({ description: 'Back' })
      override find(): unknown {
        return 'back';
      }
    }
    expect(new Removed().listToolSpecs()).toEqual([]);
    expect(new Again().toolSpec('find')).toMatchObject({ name: 'search', description: 'Back' });
  });
});
