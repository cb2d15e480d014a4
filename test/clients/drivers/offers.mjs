/** Reads what a server offers besides tools, with a client whose methods are named as those of the SDKs. */
export function offersOf(client) {
  return {
    read: async (uri) => (await client.readResource({ uri })).contents[0].text,
    listResources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    listTemplates: async () => templatesOf(await client.listResourceTemplates()),
    complete: async (params) => (await client.complete(params)).completion.values,
    listPrompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    getPrompt: async (name, given) => textOf(await client.getPrompt({ name, arguments: given })),
  };
}

/** Returns the templates in the result of `resources/templates/list`. */
export function templatesOf({ resourceTemplates }) {
  return resourceTemplates.map(({ uriTemplate }) => uriTemplate);
}

/** Returns the text of the first message of a prompt. */
export function textOf({ messages }) {
  return messages[0].content.text;
}

/** Returns the URI of the view of a tool in a list. */
export function viewOf(tools, name) {
  return tools.find((tool) => tool.name === name)._meta.ui.resourceUri;
}

/** Returns the URI of a file of a skill in the result of `skills/list`. */
export function fileOf({ skills }, name, path) {
  const { resources } = skills.find(({ frontmatter }) => frontmatter.name === name);
  return resources.find(({ uri }) => uri.endsWith(`/${path}`)).uri;
}
