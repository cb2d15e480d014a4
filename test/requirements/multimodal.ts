import type { Requirement } from './requirement.js';

/** The promises about images, audio, videos and files. */
export const multimodalRequirements: readonly Requirement[] = [
  {
    id: 'multimodal.blocks',
    promise: 'Tools return images, audio, videos and files by their data, and any of these by URL.',
    sources: ['docs/multimodal.md#return-media', 'docs/multimodal.md#return-media-by-url'],
    tests: {
      'test/response/content.spec.ts': [
        'represent a video and a file by their data',
        'represent media by its URL, of every kind',
        'refuse the URL %s, which a provider cannot read or must not read',
        'refuse %j as the data of every kind, unless `atob` reads it',
        'refuse the media type %p',
        'are created from the literals of `respond`',
        'are no literals for the compiler, because a literal is data',
      ],
      'test/mcp/client/sdk-client.spec.ts': ['fails with invalid_output on %s'],
      'test/features/middleware/redact.spec.ts': ['cleans resources, links and names, and does not change bytes'],
    },
  },
  {
    id: 'multimodal.providers',
    promise: 'A message contains the media that its API accepts, by data or by URL, and a short text for any other.',
    sources: ['docs/multimodal.md#what-each-provider-accepts', 'docs/agent-loop.md#return-the-results'],
    tests: {
      'test/response/tool-message.spec.ts': [
        'replaces video, files and URLs by texts for OpenAI Chat Completions',
        'contains documents, and media by URL, for OpenAI Responses',
        'contains text documents, and media by URL, for Anthropic',
        'contains text files, and media of a known type by URL, for Gemini',
        'has only texts for a failed call of Anthropic and Gemini, also for media by URL',
      ],
    },
  },
  {
    id: 'multimodal.fetch',
    promise:
      'Media is fetched only by fetchMedia, which limits addresses, redirects, media types, bytes and time, can be aborted, and shows nothing that a server wrote in an error.',
    sources: ['docs/multimodal.md#fetch-media', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/rest/fetch-media.spec.ts': [
        'returns a block with the data of a response with the type %s',
        'sends the accepted types, and follows redirects',
        'refuses a response with the type %p if %p is accepted',
        'refuses a response that is decoded to more bytes than allowed',
        'sends no request to a private address',
        'follows no redirect to a private address',
        'follows a limited number of redirects',
        'reports the status of a failure, without the text of the server',
        'refuses the URL %s',
        'ends a request that exceeds its time limit, before and after the headers',
        'ends a request that is aborted, and closes its connection',
        'closes its connection when the media has been received',
        'is not called for media by URL: only the author fetches',
      ],
    },
  },
  {
    id: 'multimodal.mcp',
    promise:
      'Over MCP, videos and files are embedded resources and are restored, media by URL is a resource link and remains one, and samples contain only blocks that MCP allows.',
    sources: ['docs/multimodal.md#media-over-mcp'],
    tests: {
      'test/mcp/server/calling.spec.ts': ['returns content of every type'],
      'test/mcp/server/client-capabilities.spec.ts': ['receives the completion from the client'],
      'test/mcp/link-mcp.e2e.spec.ts': [
        'restores videos and files, and leaves media at a URL a link that no provider fetches',
      ],
    },
  },
  {
    id: 'multimodal.sample',
    promise:
      'The sample shows one chart to three providers, and its tools draw, see and speak over the API of a vendor.',
    sources: ['docs/multimodal.md#the-sample'],
    tests: {
      'test/samples/multimodal.e2e.spec.ts': [
        'shows the chart to three providers, and a text to an API that accepts no images',
        'draws, sees and speaks over the API of a vendor',
      ],
    },
  },
];
