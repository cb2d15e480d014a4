import { Toolkit } from 'toolwright';

/** Runs one call in a toolkit. */
export async function run({ shop, ...tools }, { tool, input, tenant, approves }) {
  const toolkit = Toolkit.of(...Object.values(tools));
  if (shop !== undefined) await toolkit.registerSource(shop);
  let approvals = 0;
  const approver = () => {
    approvals++;
    return approves ? 'approve' : 'deny';
  };
  const definitions = toolkit.getJsonSchemas();
  const { name } = definitions.find((one) => one.name.endsWith(tool));
  const shown = [];
  let result = '';
  for await (const response of toolkit.iterate(
    { name, input: JSON.stringify(input) },
    { approver, state: { tenant } },
  )) {
    if (response.isLast) result = response.toText();
    else shown.push((shown.at(-1) ?? '') + response.toText());
  }
  return {
    definitions: definitions.map(({ name, description, parameters }) => ({ name, description, parameters })),
    shown,
    approvals,
    result,
  };
}
