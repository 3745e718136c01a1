import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache, no-store, must-revalidate',
  expires: '0',
  pragma: 'no-cache',
  'strict-transport-security': 'max-age=63072000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '0',
  'referrer-policy': 'no-referrer',
};

const answers: Record<string, unknown> = {
  contacts_read: { local: [], global: [] },
  get_files: [],
  get_history: { history: [], live_drops: '0', inbox: [] },
  remove_file: { status: 'deldone' },
  upload: { status: 'done' },
};

function answerTo(path: string): string {
  const operation = /cgi\/+(\w+)\.cgi/.exec(path)?.[1];
  if (operation !== undefined) return JSON.stringify(answers[operation] ?? { status: 'ok' });
  const token = randomUUID().replaceAll('-', '').repeat(2);
  return `<input type="hidden" id="csrftoken" name="csrftoken" value="${token}">`;
}

/** Answers everybody and everything as if all were well, with the right headers, and keeps nothing. */
export async function startAgreeingServer(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('error', () => undefined);
    request.once('end', () => {
      const body = answerTo(request.url ?? '');
      const type = body.startsWith('<') ? { 'content-type': 'text/html; charset=utf-8' } : {};
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      response.writeHead(200, { ...headers, ...type, ...length, 'x-request-id': randomUUID() });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
