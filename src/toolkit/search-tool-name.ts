/** The name of the tool with which a model searches for tools, of whichever feature it is. */
export const searchToolName = 'search_tools';
