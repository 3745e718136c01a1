import { fileNameProblems, parseFileName } from '#protocol/file-name.ts';
import type { IncomingUpload } from '../../../domain/incoming-upload.ts';
import { mediaTypeOf } from '../../../domain/media-type.ts';
import { ValiseError, invalid } from '../../../domain/valise-error.ts';

type Described = Pick<IncomingUpload, 'name' | 'mediaType' | 'fingerprint'>;

const pairPattern = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;
const maxFingerprint = 200;

/** What a client says about the file: `filename`, and if it likes `filetype` and `fingerprint`. */
export function parseUploadMetadata(header: string): Described {
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [, key, value = ''] = pairPattern.exec(pair.trim()) ?? [];
    if (key === undefined || values.has(key)) {
      throw new ValiseError('bad_request', 'The Upload-Metadata header is malformed.');
    }
    values.set(key, utf8Of(Buffer.from(value, 'base64')));
  }
  const { name, problem } = parseFileName(values.get('filename') ?? '');
  if (problem !== undefined) {
    throw invalid([{ field: 'filename', problem: fileNameProblems[problem] }]);
  }
  const fingerprint = values.get('fingerprint') ?? '';
  if (fingerprint.length > maxFingerprint) {
    throw invalid([{ field: 'fingerprint', problem: `is over ${maxFingerprint} characters.` }]);
  }
  return { name, mediaType: mediaTypeOf(values.get('filetype'), name), fingerprint };
}

export function formatUploadMetadata({ name, mediaType, fingerprint }: Described): string {
  return Object.entries({ filename: name, filetype: mediaType, fingerprint })
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** Bytes that are no UTF-8 become a lone surrogate, which no valid name holds. */
function utf8Of(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '\ud800';
}
