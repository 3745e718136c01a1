import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

export const version = { 'tus-resumable': '1.0.0' };
export const bytesType = { 'content-type': 'application/offset+octet-stream' };

/** A whole server with one upload page, and a tus client. */
export async function openTus(context: TestContext, ...args: string[]) {
  const side = await openUploadPageFixture(context, ...args);
  const { app } = side;
  const { url, receiver, grant } = await side.lend();

  function ask(
    method: 'GET' | 'OPTIONS' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    path: string,
    headers: Record<string, string> = {},
    payload?: string | Buffer,
  ) {
    const options = { method, url: path, headers: { ...version, ...headers } };
    return app.inject(payload === undefined ? options : { ...options, payload });
  }

  function create(size: number | string, metadata = `filename ${base64('a.txt')}`) {
    const headers = { 'upload-length': String(size), 'upload-metadata': metadata };
    return ask('POST', `${url}/tus`, headers);
  }

  async function begin(size: number): Promise<string> {
    const answer = await create(size);
    assert.equal(answer.statusCode, 201, answer.body);
    return String(answer.headers.location);
  }

  function patch(path: string, offset: number | string, payload: string | Buffer) {
    return ask('PATCH', path, { ...bytesType, 'upload-offset': String(offset) }, payload);
  }

  function send(uploads: unknown, message?: unknown) {
    const payload = JSON.stringify({ uploads, message });
    const headers = { 'content-type': 'application/json' };
    return app.inject({ method: 'POST', url: `${url}/send`, headers, payload });
  }

  return { ...side, url, receiver, grant, ask, create, begin, patch, send };
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
