import { applyInsertions, type Insertion } from './insertion.js';
import { type SourceMap, shiftMappings } from './source-map.js';

const inlineMap = /\n\/\/# sourceMappingURL=data:application\/json;(?:charset=utf-8;)?base64,([\w+/=]+)\s*$/;

/** Inserts texts into compiled code. The source map at its end, if it has one, refers to the right columns again. */
export function insertWithMap(code: string, insertions: readonly Insertion[]): string {
  const [comment, encoded] = inlineMap.exec(code) ?? [];
  if (comment === undefined || encoded === undefined) return applyInsertions(code, insertions);
  const map = JSON.parse(Buffer.from(encoded, 'base64').toString()) as SourceMap;
  const body = code.slice(0, code.length - comment.length);
  const shifted = { ...map, mappings: shiftMappings(map.mappings, body, insertions) };
  const url = Buffer.from(JSON.stringify(shifted)).toString('base64');
  return `${applyInsertions(body, insertions)}\n//# sourceMappingURL=data:application/json;base64,${url}`;
}
