import type { Problem } from '#protocol/errors.ts';
import { folderProblems, parseFolder } from '#protocol/file-folder.ts';
import { fileNameProblems, parseFileName } from '#protocol/untrusted-text.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import type { AnnouncedFile } from '../../domain/uploads/new-upload.ts';
import type { Announcing } from '../../domain/uploads/resumable-uploads.ts';
import { badHeader } from '../connection/bad-request.ts';

const pairPattern = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;
const maxFingerprint = 200;
/** The name of a file without one. */
const namelessFile = 'file';

/**
 * The metadata of a client. All of it is stored unchanged; `filename`, `folder`, `filetype`, `fingerprint` and
 * `key` are used here (some clients send `name` and `type` instead).
 */
export function parseUploadMetadata(header: string): Omit<AnnouncedFile, 'sizeBytes'> & Announcing {
  const values = parsePairs(header);
  const { name, problem } = parseFileName(
    values.get('filename') ?? values.get('name') ?? namelessFile,
  );
  if (problem !== undefined) {
    throw invalid([metadataProblem('filename', fileNameProblems[problem])]);
  }
  const { folder, problem: folderProblem } = parseFolder(values.get('folder') ?? '');
  if (folderProblem !== undefined) {
    throw invalid([metadataProblem('folder', folderProblems[folderProblem])]);
  }
  const fingerprint = values.get('fingerprint') ?? '';
  if (fingerprint.length > maxFingerprint) {
    throw invalid([metadataProblem('fingerprint', `is over ${maxFingerprint} characters.`)]);
  }
  const mediaType = mediaTypeOf(values.get('filetype') ?? values.get('type'), name);
  const isKeyed = (values.get('key') ?? '') !== '';
  return { name, folder, mediaType, fingerprint, metadata: header, isKeyed };
}

/** A problem with one value of the metadata. */
function metadataProblem(field: string, problem: string): Problem {
  return { field, problem, in: 'header', pointer: `/Upload-Metadata/${field}` };
}

/** A request may have no metadata. */
function parsePairs(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (header === '') return values;
  for (const pair of header.split(',')) {
    const [, key, value = ''] = pairPattern.exec(pair.trim()) ?? [];
    if (key === undefined || values.has(key)) {
      const problem =
        'must hold pairs of a key and a Base64 value, with commas between, no key twice.';
      throw badHeader('upload-metadata', `Upload-Metadata ${problem}`, problem);
    }
    values.set(key, utf8Of(Buffer.from(value, 'base64')));
  }
  return values;
}

/** Bytes that are not UTF-8 become a lone surrogate, which no valid name contains. */
function utf8Of(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '\ud800';
}
