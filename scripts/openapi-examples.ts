import { readFileSync } from 'node:fs';
import type { Operation } from '../protocol/operations/operation.ts';

/** A request to an operation, and what a server answered: `npm run api-examples` records it. */
export interface Example {
  /** With the query. */
  path: string;
  body?: unknown;
  answer: unknown;
}

export const examplesFile = new URL('api-examples.json', import.meta.url);

/** By the name of the operation. */
export const examples = JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, Example>;

/** The request of an example as a line for a shell. Without one, names stand for what the path wants. */
export function curlOf(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  example: Example | undefined,
): string {
  const address = example?.path ?? path.replaceAll(/:(\w+)/g, '{$1}');
  const usual = example?.body === undefined && operation.bytes === undefined ? 'GET' : 'POST';
  return [
    'curl',
    ...(method === 'HEAD' ? ['--head'] : method === usual ? [] : [`-X ${method}`]),
    ...(operation.access === 'public' ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(example?.body === undefined ? [] : [`--json '${quoted(JSON.stringify(example.body))}'`]),
    ...(operation.bytes === undefined ? [] : bytesOf(operation.bytes)),
    `"$URL${address}"`,
  ].join(' ');
}

function bytesOf(kind: 'tus' | 'any'): string[] {
  const type = kind === 'tus' ? 'application/offset+octet-stream' : 'application/pdf';
  const tus = kind === 'tus' ? ["-H 'Tus-Resumable: 1.0.0' -H 'Upload-Offset: 0'"] : [];
  return [...tus, `-H 'Content-Type: ${type}'`, '--data-binary @report.pdf'];
}

function quoted(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
