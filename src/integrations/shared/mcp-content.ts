import { urlFileName } from '../../base/text/url-file-name.js';
import type { FileBlock, MediaLinkBlock, VideoBlock } from '../../call/response/content.js';
import type { ContentBlock } from '../../index.js';

/** A content block of the Model Context Protocol. Peers may send types that this version does not define. */
export interface McpContent {
  type: string;
  [field: string]: unknown;
}

/** Converts a block to one of MCP, without the brand that identifies it in this package. */
export function toMcpContent(block: ContentBlock, index: number): McpContent {
  if (block.type === 'video' || block.type === 'file') return toResource(block, index);
  if (block.type === 'media_link') return toResourceLink(block);
  if (block.type !== 'resource') return { ...block };
  const { resource } = block;
  const isEmpty = resource.text === undefined && resource.blob === undefined;
  return { ...block, resource: isEmpty ? { ...resource, text: '' } : resource };
}

/**
 * Converts a video or a file, for which MCP has no block, to an embedded resource. Its URI identifies it among the
 * blocks of its result.
 */
function toResource(block: VideoBlock | FileBlock, index: number): McpContent {
  const { type, data, mimeType, ...rest } = block;
  const { name, ...options } = 'name' in rest ? rest : { ...rest, name: undefined };
  const label = name === undefined ? '' : `/${encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`;
  return {
    type: 'resource',
    resource: { uri: `toolwright:${type}/${index}${label}`, mimeType, blob: data },
    ...options,
  };
}

/** Converts media at a URL to a link to a resource. */
function toResourceLink({ type: _, media, url, ...rest }: MediaLinkBlock): McpContent {
  return { type: 'resource_link', uri: url, ...rest, name: rest.name ?? urlFileName(url) ?? media };
}
