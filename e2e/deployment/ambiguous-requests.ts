/**
 * Requests whose end two parsers may see in different places. Each carries another request where a
 * parser that errs would find it.
 */
export function ambiguousRequests(host: string): Record<string, string> {
  const hidden = `GET /.well-known/security.txt HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const chunked = `0\r\n\r\n${hidden}`;
  const post = (headers: readonly string[], body: string): string =>
    [`POST /healthz HTTP/1.1`, `Host: ${host}`, ...headers, '', body].join('\r\n');
  const length = (text: string): string => `Content-Length: ${text.length}`;

  return {
    'length and chunks': post([length(chunked), 'Transfer-Encoding: chunked'], chunked),
    'chunks and length': post(['Transfer-Encoding: chunked', length(chunked)], chunked),
    'length short of the chunks': post(
      ['Content-Length: 4', 'Transfer-Encoding: chunked'],
      `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    ),
    'an encoding that only looks like chunks': post(
      [length(chunked), 'Transfer-Encoding: xchunked'],
      chunked,
    ),
    'a blank before the colon': post([length(chunked), 'Transfer-Encoding : chunked'], chunked),
    'a vertical tab before the value': post(
      [length(chunked), 'Transfer-Encoding: \x0bchunked'],
      chunked,
    ),
    'a folded header': post([length(chunked), 'Transfer-Encoding:\r\n chunked'], chunked),
    'two encodings': post(
      [length(chunked), 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
      chunked,
    ),
    'two lengths': post(['Content-Length: 0', length(hidden)], hidden),
    'a list of lengths': post([`Content-Length: 0, ${hidden.length}`], hidden),
    'a length with a sign': post([`Content-Length: +${hidden.length}`], hidden),
    'bare line feeds': post([length(hidden)], hidden).replaceAll('\r\n', '\n'),
    'a line feed inside a chunk extension': post(
      ['Transfer-Encoding: chunked'],
      `0;\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    ),
    'a body on GET': ['GET /healthz HTTP/1.1', `Host: ${host}`, length(hidden), '', hidden].join(
      '\r\n',
    ),
  };
}
