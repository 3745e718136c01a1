import { randomBytes } from 'node:crypto';
import type { LoadRequest } from './load.ts';

/** Writes a request as it goes over the wire, anew for each number only where it holds one. */
export function createRequestWriter(
  host: string,
  request: LoadRequest,
): (number: number) => Buffer[] {
  const content = randomBytes(request.body?.randomBytes ?? 0);
  if (!JSON.stringify(request).includes('{n}')) {
    const whole = Buffer.concat(write(host, request, content, 0));
    return () => [whole];
  }
  return (number) => write(host, request, content, number);
}

function write(host: string, request: LoadRequest, content: Buffer, number: number): Buffer[] {
  const fill = (text: string): string => text.replaceAll('{n}', String(number));
  const { method, path, headers, body } = request;
  const before = Buffer.from(fill(body?.before ?? ''));
  const after = Buffer.from(fill(body?.after ?? ''));
  const bodyBytes = before.length + content.length + after.length;
  const length = body === undefined ? {} : { 'content-length': String(bodyBytes) };
  const lines = Object.entries({ host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${fill(value)}`,
  );
  const head = Buffer.from(`${method} ${fill(path)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return body === undefined ? [head] : [Buffer.concat([head, before]), content, after];
}
