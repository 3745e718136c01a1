import { fileNameProblems, parseFileName } from '#protocol/file-name.ts';
import type { IncomingFile } from '../../domain/file-batch.ts';
import { mediaTypeOf } from '../../domain/media-type.ts';
import { invalid } from '../../domain/valise-error.ts';
import type { Part } from './multipart-parts.ts';

/** A part named `file` as a file. Throws `invalid` when its name cannot be used. */
export function incomingFileOf({ headers, body }: Part): IncomingFile {
  const { name, problem } = parseFileName(headers.fileName ?? '');
  if (problem !== undefined) throw invalid([{ field: 'file', problem: fileNameProblems[problem] }]);
  return { name, mediaType: mediaTypeOf(headers.contentType, name), content: body };
}
