import { fileNameProblems, parseFileName } from '#protocol/file-name.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import type { AnnouncedFile } from '../../domain/grants/resumable-uploads.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';

const pairPattern = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;
const maxLength = 4096;
const maxFingerprint = 200;
/** For a file of which no name was said. */
const namelessFile = 'file';

/**
 * What a client says about the file. All of it is kept word for word; `filename`, `filetype` and
 * `fingerprint` mean something here (`name` and `type` are what some clients say instead).
 */
export function parseUploadMetadata(header: string): Omit<AnnouncedFile, 'sizeBytes'> {
  const values = parsePairs(header);
  const { name, problem } = parseFileName(
    values.get('filename') ?? values.get('name') ?? namelessFile,
  );
  if (problem !== undefined) {
    throw invalid([{ field: 'filename', problem: fileNameProblems[problem] }]);
  }
  const fingerprint = values.get('fingerprint') ?? '';
  if (fingerprint.length > maxFingerprint) {
    throw invalid([{ field: 'fingerprint', problem: `is over ${maxFingerprint} characters.` }]);
  }
  const mediaType = mediaTypeOf(values.get('filetype') ?? values.get('type'), name);
  return { name, mediaType, fingerprint, metadata: header };
}

/** A request may say nothing about its file: then there are none. */
function parsePairs(header: string): ReadonlyMap<string, string> {
  if (header.length > maxLength) {
    throw new ValiseError('headers_too_large', `Upload-Metadata is over ${maxLength} characters.`);
  }
  const values = new Map<string, string>();
  if (header === '') return values;
  for (const pair of header.split(',')) {
    const [, key, value = ''] = pairPattern.exec(pair.trim()) ?? [];
    if (key === undefined || values.has(key)) {
      throw new ValiseError(
        'bad_request',
        'Upload-Metadata must hold pairs of a key and a Base64 value, with commas between, and no key twice.',
      );
    }
    values.set(key, utf8Of(Buffer.from(value, 'base64')));
  }
  return values;
}

/** Bytes that are no UTF-8 become a lone surrogate, which no valid name holds. */
function utf8Of(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '\ud800';
}
