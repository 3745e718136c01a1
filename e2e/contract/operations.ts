import { doUpload, filePart, multipart } from '../harness/multipart.ts';

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
  bad?: OperationRequest & { path?: string; status: number };
}

const jsonHeaders = { 'content-type': 'application/json' };

function json(value: unknown): OperationRequest {
  return { headers: jsonHeaders, body: JSON.stringify(value) };
}

function form(parts: Parameters<typeof multipart>[0]): OperationRequest {
  const { contentType, body } = multipart(parts);
  return { headers: { 'content-type': contentType }, body };
}

const noJson = { headers: jsonHeaders, body: '{', status: 400 };

export const operations: readonly Operation[] = [
  { name: 'contacts_read', method: 'GET', path: 'cgi/contacts_read.cgi', good: {} },
  {
    name: 'contacts_add',
    method: 'POST',
    path: 'cgi/contacts_add.cgi',
    good: json([]),
    bad: { ...json([{ email: 'nobody' }]), status: 422 },
  },
  {
    name: 'receivers_set',
    method: 'POST',
    path: 'cgi/receivers_set.cgi',
    good: json([]),
    bad: noJson,
  },
  { name: 'get_files', method: 'GET', path: 'cgi/get_files.cgi', good: {} },
  {
    name: 'remove_file',
    method: 'GET',
    path: 'cgi/remove_file.cgi?filename=none',
    good: {},
    bad: { path: 'cgi/remove_file.cgi', status: 400 },
  },
  {
    name: 'upload',
    method: 'POST',
    path: 'cgi/upload.cgi',
    good: form([doUpload, filePart('a.txt', 'a')]),
    bad: { ...form([filePart('a.txt', 'a')]), status: 400 },
  },
  {
    name: 'createdrop',
    method: 'POST',
    path: 'cgi/createdrop.cgi',
    good: json({}),
    bad: { ...json({ desttime: 0 }), status: 422 },
  },
  {
    name: 'givedrop',
    method: 'POST',
    path: 'cgi/givedrop.cgi',
    good: json({}),
    bad: { body: '{}', headers: { 'content-type': 'text/plain' }, status: 415 },
  },
  { name: 'get_history', method: 'GET', path: 'cgi/get_history.cgi', good: {} },
  { name: 'download', method: 'GET', path: 'no-such-token/files/none.txt', good: {} },
];
