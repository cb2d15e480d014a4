import typia, { type tags } from 'typia';

/** What the tool takes, with the limits of its schema. */
interface SearchArguments {
  query: string & tags.MinLength<1>;
  limit?: number & tags.Type<'int32'> & tags.Minimum<1> & tags.Maximum<100>;
  tags?: string[];
  filter?: { field: string; op: 'eq' | 'lt' | 'gt'; value: number };
}

export const validate = typia.createValidateEquals<SearchArguments>();
