const kept = new Set(
  (
    'type enum const anyOf $ref description properties required additionalProperties items pattern format minimum ' +
    'maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems'
  ).split(' '),
);
const formats = 'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ');

type Node = Readonly<Record<string, unknown>>;

/** Returns the violations of OpenAI's guide to structured outputs, implemented independently for the tests. */
export function brokenStrictRules(root: Node): readonly string[] {
  const broken: string[] = [];
  const { $defs = {}, ...top } = root;
  if (top.type !== 'object') broken.push('the root is no object');
  const visit = (node: Node, path: string): void => {
    for (const keyword of Object.keys(node)) if (!kept.has(keyword)) broken.push(`${path} has ${keyword}`);
    if (typeof node.$ref === 'string') {
      if (Object.keys(node).length > 1) broken.push(`${path} has a $ref with company`);
      const name = node.$ref.replace('#/$defs/', '').replaceAll('~1', '/').replaceAll('~0', '~');
      if (node.$ref !== '#' && !Object.hasOwn($defs as Node, name)) broken.push(`${path} has a dangling $ref`);
      return;
    }
    const branches = node.anyOf as Node[] | undefined;
    if (branches === undefined && node.type === undefined) broken.push(`${path} has no type`);
    for (const [index, branch] of (branches ?? []).entries()) visit(branch, `${path}/anyOf/${index}`);
    if (typeof node.format === 'string' && !formats.includes(node.format)) broken.push(`${path} has a format`);
    const types = [node.type].flat();
    if (types.includes('object')) {
      const names = Object.keys(node.properties as Node);
      if (node.additionalProperties !== false) broken.push(`${path} is open`);
      const required = (node.required ?? []) as string[];
      if (names.length !== required.length || names.some((name) => !required.includes(name))) {
        broken.push(`${path} has optional properties`);
      }
      for (const name of names) visit((node.properties as Record<string, Node>)[name] ?? {}, `${path}/${name}`);
    }
    if (types.includes('array')) visit(node.items as Node, `${path}/items`);
  };
  visit(top, '');
  for (const [name, definition] of Object.entries($defs as Record<string, Node>)) visit(definition, `$defs/${name}`);
  return broken;
}
