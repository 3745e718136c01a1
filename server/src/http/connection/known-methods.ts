/**
 * Every method that Node can read. An import would have Node load all that its module has names
 * for, fetch and WebSocket as well, at every start.
 */
export const { METHODS: knownMethods } = process.getBuiltinModule('node:http');
