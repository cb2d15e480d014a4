/** Texts that a page which treats them as anything but text would run, load or show wrongly. */
export const texts: Readonly<Record<string, string>>;

/** Functions that return or throw what no page expects. */
export const results: Readonly<Record<string, () => unknown>>;

/** Blocks of content as other libraries and servers send them: media of a wrong type, and URLs. */
export const blocks: Readonly<Record<string, unknown>>;
