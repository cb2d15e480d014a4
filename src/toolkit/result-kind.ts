/** The kind of the tool with which models read on in large results. */
export const readResultKind = 'result';
