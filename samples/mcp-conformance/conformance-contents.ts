import {
  Complete,
  type ContentBlock,
  image,
  type JsonSchema,
  Param,
  Prompt,
  Resource,
  resource,
  ToolContext,
  ToolRegistry,
  text,
} from 'toolwright';
import { pixel } from './media.js';

const contextForm: JsonSchema = {
  type: 'object',
  properties: { context: { type: 'string' } },
  required: ['context'],
};

/** The resources and prompts that the official conformance suite reads, each as its scenario describes it. */
export class ConformanceContents extends ToolRegistry {
  @Resource('test://static-text', { description: 'A text', mimeType: 'text/plain' })
  staticText(): string {
    return 'This is the content of the static text resource.';
  }

  @Resource('test://static-binary', { description: 'A picture', mimeType: 'image/png' })
  staticBinary(): Uint8Array {
    return Buffer.from(pixel, 'base64');
  }

  @Resource('test://watched-resource', { description: 'A text', mimeType: 'text/plain', live: true })
  async *watched(): AsyncGenerator<string, void> {
    yield 'Watched resource content';
    await Promise.resolve();
  }

  @Resource('test://template/{id}/data', { description: 'Data', mimeType: 'application/json' })
  template(id: string): object {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }

  @Prompt({ name: 'test_simple_prompt', description: 'A text' })
  simple(): string {
    return 'This is a simple prompt for testing.';
  }

  @Prompt({ name: 'test_prompt_with_arguments', description: 'A text' })
  withArguments(
    @Param({ description: 'First test argument' }) arg1: string,
    @Param({ description: 'Second test argument' }) arg2: string,
  ): string {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @Prompt({ name: 'test_prompt_with_embedded_resource', description: 'A resource' })
  withResource(@Param({ description: 'URI of the resource' }) resourceUri: string): readonly ContentBlock[] {
    return [
      resource({ uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' }),
      text('Please process the embedded resource above.'),
    ];
  }

  @Prompt({ name: 'test_prompt_with_image', description: 'A picture' })
  withImage(): readonly ContentBlock[] {
    return [image(pixel, 'image/png'), text('Please analyze the image above.')];
  }

  @Prompt({ name: 'test_input_required_result_prompt', description: 'Asks for its context' })
  async asking(ctx: ToolContext): Promise<string> {
    const message = 'What context should the prompt use?';
    const answer = await ctx.ask<{ context: string }>(contextForm, { message, key: 'user_context' });
    return answer.kind === 'accept' ? `Answer with this in mind: ${answer.data.context}` : 'Answer without a context.';
  }

  @Complete('arg1')
  places(typed: string): string[] {
    return ['paris', 'park', 'party'].filter((one) => one.startsWith(typed));
  }
}
