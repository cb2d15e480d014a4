import { pixel } from './media.js';

/** A resource of the server's own. */
export interface StaticResource {
  readonly name: string;
  readonly uri: string;
  readonly description: string;
  readonly mimeType: string;
  /** The content of the resource: text, or bytes in base64. */
  readonly body: { readonly text: string } | { readonly blob: string };
}

/** The resources that the conformance suite reads. */
export const resources: readonly StaticResource[] = [
  {
    name: 'text',
    uri: 'test://static-text',
    description: 'A text',
    mimeType: 'text/plain',
    body: { text: 'This is the content of the static text resource.' },
  },
  {
    name: 'binary',
    uri: 'test://static-binary',
    description: 'A picture',
    mimeType: 'image/png',
    body: { blob: pixel },
  },
  {
    name: 'watched',
    uri: 'test://watched-resource',
    description: 'A text',
    mimeType: 'text/plain',
    body: { text: 'Watched resource content' },
  },
];

/** A resource as a server of either SDK has it registered. */
export function toRegistration({ name, uri, description, mimeType, body }: StaticResource) {
  const contents = [{ uri, mimeType, ...body }];
  return [name, uri, { description, mimeType }, () => ({ contents })] as const;
}

/** A family of resources: one for each id. */
export const template = {
  name: 'template',
  uri: 'test://template/{id}/data',
  config: { description: 'Data', mimeType: 'application/json' },
  read: ({ href: uri }: URL, { id }: Readonly<Record<string, unknown>>) => {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  },
} as const;

/** One part of a prompt. */
export type PromptContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
    };

/** A prompt of the server's own. */
export interface StaticPrompt {
  readonly name: string;
  readonly description: string;
  /** The arguments of the prompt, by name. */
  readonly args: Readonly<Record<string, string>>;
  readonly parts: (args: Readonly<Record<string, string>>) => readonly PromptContent[];
}

/** The prompts that the conformance suite gets. */
export const prompts: readonly StaticPrompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'A text',
    args: {},
    parts: () => [text('This is a simple prompt for testing.')],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A text',
    args: { arg1: 'First test argument', arg2: 'Second test argument' },
    parts: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource',
    args: { resourceUri: 'URI of the resource' },
    parts: ({ resourceUri }) => [
      {
        type: 'resource',
        resource: {
          uri: String(resourceUri),
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
      text('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'A picture',
    args: {},
    parts: () => [{ type: 'image', data: pixel, mimeType: 'image/png' }, text('Please analyze the image above.')],
  },
];

/** Returns the completions of the beginning of an argument. */
export function suggested(value: string): string[] {
  return ['paris', 'park', 'party'].filter((one) => one.startsWith(value));
}

/** A text of a prompt. */
export function text(value: string): PromptContent {
  return { type: 'text', text: value };
}

/** A prompt's parts, as messages of the user. */
export function toMessages(parts: readonly PromptContent[]): { role: 'user'; content: PromptContent }[] {
  return parts.map((content) => ({ role: 'user', content }));
}
