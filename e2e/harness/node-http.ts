/**
 * Requests of `node:http`, for what every test process loads. An import of the module itself asks for all that it
 * exports, and with that loads the whole of `fetch`: twice the time of an empty process.
 */
export const { request } = process.getBuiltinModule('node:http');
