import { fileNameProblems, parseFileName } from '#protocol/file-name.ts';
import type { IncomingFile } from '../../domain/files/file-batch.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import { verifyDigests } from '../connection/digests.ts';
import type { Part } from './multipart-parts.ts';

/** A part named `file` as a file. Throws `invalid` when its name cannot be used. */
export function incomingFileOf({ headers, body }: Part): IncomingFile {
  const { name, problem } = parseFileName(headers.fileName ?? '');
  if (problem !== undefined) throw invalid([{ field: 'file', problem: fileNameProblems[problem] }]);
  const content = verifyDigests(body, headers.digests);
  return { name, mediaType: mediaTypeOf(headers.contentType, name), content };
}

/** A file under another field than `file` would be dropped in silence. */
export function refuseOtherFile({ fieldName, fileName }: Part['headers']): void {
  if (fileName === undefined) return;
  throw invalid([
    { field: fieldName.slice(0, 64), problem: 'a file must be sent in a field named file.' },
  ]);
}
