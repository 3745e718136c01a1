import { doUpload, filePart, multipart } from '../multipart.ts';

export interface OperationRequest {
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One of the operations 2 to 11, with a request that passes and one whose body or query is wrong. */
export interface Operation {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  good: OperationRequest;
  /** Undefined for operations that take nothing which could be wrong. */
  bad?: OperationRequest & { path?: string; answer: readonly [number, string] };
}

const jsonHeaders = { 'content-type': 'application/json' };

function json(value: unknown): OperationRequest {
  return { headers: jsonHeaders, body: JSON.stringify(value) };
}

function form(parts: Parameters<typeof multipart>[0]): OperationRequest {
  const { contentType, body } = multipart(parts);
  return { headers: { 'content-type': contentType }, body };
}

export const operations: readonly Operation[] = [
  { name: 'contacts_read', method: 'GET', path: 'cgi/contacts_read.cgi', good: {} },
  {
    name: 'contacts_add',
    method: 'POST',
    path: 'cgi/contacts_add.cgi',
    good: json([]),
    bad: { ...json([{ email: 'nobody' }]), answer: [422, 'invalid'] },
  },
  {
    name: 'receivers_set',
    method: 'POST',
    path: 'cgi/receivers_set.cgi',
    good: json([]),
    bad: { headers: jsonHeaders, body: '{', answer: [400, 'bad_request'] },
  },
  { name: 'get_files', method: 'GET', path: 'cgi/get_files.cgi', good: {} },
  {
    name: 'remove_file',
    method: 'GET',
    path: 'cgi/remove_file.cgi?filename=none',
    good: {},
    bad: { path: 'cgi/remove_file.cgi', answer: [400, 'bad_request'] },
  },
  {
    name: 'upload',
    method: 'POST',
    path: 'cgi/upload.cgi',
    good: form([doUpload, filePart('a.txt', 'a')]),
    bad: { ...form([filePart('a.txt', 'a')]), answer: [400, 'bad_request'] },
  },
  {
    name: 'createdrop',
    method: 'POST',
    path: 'cgi/createdrop.cgi',
    good: json({}),
    bad: { ...json({ desttime: 0 }), answer: [422, 'invalid'] },
  },
  {
    name: 'givedrop',
    method: 'POST',
    path: 'cgi/givedrop.cgi',
    good: json({}),
    bad: {
      body: '{}',
      headers: { 'content-type': 'text/plain' },
      answer: [415, 'unsupported_media_type'],
    },
  },
  { name: 'get_history', method: 'GET', path: 'cgi/get_history.cgi', good: {} },
  { name: 'download', method: 'GET', path: 'no-such-token/files/none.txt', good: {} },
];
