/** The start of a request that sets receivers, for an account that may; the rest is the attack. */
export interface OpenStream {
  path: string;
  /** Credentials, token and content type, each line with its end. */
  headers: string;
}

/** What a smuggler hopes to have answered as a request of its own. */
export const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

/** Requests whose end is a matter of opinion: every one must be refused, and nothing read after it. */
export function ambiguousRequests({ path, headers }: OpenStream): Record<string, string> {
  const post = (framing: string, body: string, version = '1.1'): string =>
    `POST ${path} HTTP/${version}\r\nHost: x\r\n${headers}${framing}\r\n\r\n${body}`;
  const chunked = 'Transfer-Encoding: chunked';
  const chunks = '2\r\n[]\r\n0\r\n\r\n';
  return {
    'a length and chunks': post(`Content-Length: 2\r\n${chunked}`, chunks),
    'chunks and a length': post(`${chunked}\r\nContent-Length: 2`, chunks),
    'chunks and a length of none': post(`${chunked}\r\nContent-Length: 0`, chunks),
    'two lengths that differ': post('Content-Length: 2\r\nContent-Length: 9', '[]'),
    'two lengths that agree': post('Content-Length: 2\r\nContent-Length: 2', '[]'),
    'a list of lengths': post('Content-Length: 2, 2', '[]'),
    'a signed length': post('Content-Length: +2', '[]'),
    'a negative length': post('Content-Length: -2', '[]'),
    'a hexadecimal length': post('Content-Length: 0x2', '[]'),
    'an empty length': post('Content-Length: ', '[]'),
    'a length beyond all numbers': post(`Content-Length: ${'9'.repeat(30)}`, '[]'),
    'a length with a blank before its colon': post('Content-Length : 2', '[]'),
    'a length on a folded line': post('X: y\r\n Content-Length: 2', '[]'),
    'a coding under the chunks': post('Transfer-Encoding: gzip, chunked', chunks),
    'the identity under the chunks': post('Transfer-Encoding: identity, chunked', chunks),
    'chunks in a version without': post('Transfer-Encoding: chunked', chunks, '1.0'),
    'an unknown coding': post('Transfer-Encoding: xchunked', chunks),
    'a coding after chunks': post('Transfer-Encoding: chunked, identity', chunks),
    'the identity': post('Transfer-Encoding: identity', '[]'),
    'chunks twice': post(`${chunked}\r\n${chunked}`, chunks),
    'chunks in quotes': post('Transfer-Encoding: "chunked"', chunks),
    'chunks behind a control': post('Transfer-Encoding: \x0bchunked', chunks),
    'chunks with a blank before the colon': post('Transfer-Encoding : chunked', chunks),
    'chunks behind a bare LF': post(`X: y\n${chunked}`, chunks),
    'chunks behind a bare CR': post(`X: y\r${chunked}`, chunks),
    'chunks in another version': post(chunked, chunks, '1.2'),
    'headers that end in LF': post('Content-Length: 2', '[]').replaceAll('\r\n', '\n'),
    'a head that ends in LF': post('Content-Length: 2', '').replace(/\r\n$/, '\n').concat('[]'),
    'chunks that end in LF': post(chunked, chunks.replaceAll('\r\n', '\n')),
    'a chunk with a prefixed size': post(chunked, chunks.replace('2', '0x2')),
    'a chunk of negative size': post(chunked, chunks.replace('2', '-2')),
    'a chunk of no size': post(chunked, chunks.replace('2', '')),
    'a chunk beyond all numbers': post(chunked, chunks.replace('2', 'F'.repeat(17))),
    'a chunk longer than it says': post(chunked, chunks.replace('[]', '[]]')),
    'an extension with an LF in it': post(chunked, chunks.replace('2', '2;\nx')),
    'a length in the trailer': post(chunked, '2\r\n[]\r\n0\r\nContent-Length: 9\r\n\r\n'),
    'a header without a name': post('Content-Length: 2\r\n: x', '[]'),
    'a NUL in a header': post('Content-Length: 2\r\nX: \0', '[]'),
    'a NUL in the path': post('Content-Length: 2', '[]').replace(' HTTP', '\0 HTTP'),
    'another protocol': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'no protocol at all': '\x16\x03\x01\x02\x00\x01',
  };
}

/** Requests whose end is clear, and which are refused for something else. */
export function refusableRequests({ path, headers }: OpenStream): Record<string, string> {
  const post = (framing: string, body: string, version = '1.1'): string =>
    `POST ${path} HTTP/${version}\r\nHost: x\r\n${headers}Connection: close\r\n${framing}\r\n\r\n${body}`;
  return {
    'two credentials': post('Authorization: Basic eDp5\r\nContent-Length: 2', '[]'),
    'the authority of another host': post('Content-Length: 2', '[]').replace(
      `POST ${path}`,
      `POST http://evil.example${path}`,
    ),
    'two hosts': post('Host: y\r\nContent-Length: 2', '[]'),
    'a host with a blank': post('Content-Length: 2', '[]').replace('Host: x', 'Host: x y'),
    'a host with a path': post('Content-Length: 2', '[]').replace('Host: x', 'Host: x/y'),
    'a host with a user': post('Content-Length: 2', '[]').replace('Host: x', 'Host: u@x'),
    'an empty host': post('Content-Length: 2', '[]').replace('Host: x', 'Host: '),
    'no host': post('Content-Length: 2', '[]').replace('Host: x\r\n', ''),
  };
}
