import { ValiseError, ValiseMismatch } from './problem.ts';
import type { Sha256 } from './sha256.ts';
import type { FilesBelow, FileToSend, OpenPath } from './source.ts';
import { sourceOf } from './source.ts';
import type { Transport } from './transport.ts';
import type { Drop, SentDrop, Upload } from './types.ts';
import type { UploadProgress } from './upload.ts';
import { randomKey, uploadSource } from './upload.ts';

/** To whom: an address, an address with more, or a group of contacts. */
export type ReceiverToAdd =
  string | { email: string; name?: string; number?: string; language?: string } | { group: string };

export interface SendOptions {
  /** In Node, a path may be that of a folder: its files are sent with their folders, links in it are left out. */
  files?: readonly FileToSend[];
  /** Uploads that are complete, before the files. */
  uploads?: readonly Pick<Upload, 'id' | 'sha256'>[];
  /** The id of an earlier drop whose files are sent again. */
  filesOf?: string;
  /** Empty only with `anyone`. */
  to: readonly ReceiverToAdd[];
  /** Makes a link with which anyone can download: the answer has it, where the key may see links. */
  anyone?: boolean;
  /** What the receivers see it is called. */
  title?: string;
  message?: string;
  /** In seconds from now. Left out, and without `expiresAt`, what the account has set. */
  expiresIn?: number;
  expiresAt?: Date | string;
  /** An id of the caller's own, such as a case number. */
  reference?: string;
  /** `none`: no mail; the answer has the links, where the key may see them. */
  notify?: 'mail' | 'none';
  options?: {
    secondFactor?: 'off' | 'email' | 'sms' | 'either';
    /** What receivers enter besides: at least 8 characters, which you tell them by other means. No answer has it. */
    password?: string;
    downloadLimit?: number;
    receipts?: 'first' | 'each' | 'none';
  };
  /** Makes this send one: who repeats it with the same key sends once. Left out, each call is a send of its own. */
  idempotencyKey?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
}

interface Parts {
  transport: Transport;
  newHash: () => Sha256;
  openPath: OpenPath;
  filesBelow: FilesBelow;
}

/** Uploads the files and sends them. The same Idempotency-Key is kept for each try of this call. */
export async function send(parts: Parts, options: SendOptions): Promise<SentDrop> {
  const { files = [], uploads = [], signal, onProgress } = options;
  // Programs without types name one where a list is meant; that is said before anything is uploaded.
  for (const [name, list] of Object.entries({ files, uploads, to: options.to })) {
    if (!Array.isArray(list)) throw new ValiseError(`${name} must be a list.`);
  }
  sendingOf(options, []);
  const whole: Pick<Upload, 'id' | 'sha256'>[] = [...uploads];
  const { idempotencyKey = randomKey() } = options;
  const following = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  for (const [index, file] of (await eachFile(files, parts.filesBelow)).entries()) {
    const source = await sourceOf(file, parts.openPath);
    const resumeKey = `${idempotencyKey}-${index}`;
    whole.push(
      await uploadSource(parts.transport, source, parts.newHash, { ...following, resumeKey }),
    );
  }
  const drop = await parts.transport.read<SentDrop>({
    method: 'POST',
    path: '/drops',
    signal,
    idempotencyKey,
    json: sendingOf(options, whole),
  });
  await demandSame(parts.transport, drop, whole);
  return drop;
}

/** Folders are the files below them. */
async function eachFile(
  files: readonly FileToSend[],
  filesBelow: FilesBelow,
): Promise<FileToSend[]> {
  const all: FileToSend[] = [];
  for (const file of files) {
    const below = typeof file === 'string' ? await filesBelow(file) : undefined;
    all.push(...(below ?? [file]));
  }
  return all;
}

/** What is sent without a file. */
function sendingOf(options: SendOptions, uploads: readonly Pick<Upload, 'id'>[]): object {
  const { to, anyone, filesOf, title, message, reference, notify, expiresIn, expiresAt } = options;
  const { secondFactor, password, downloadLimit, receipts } = options.options ?? {};
  return {
    receivers: to.map((each) => (typeof each === 'string' ? { email: each } : each)),
    ...(uploads.length > 0 && { uploads: uploads.map(({ id }) => id) }),
    ...(anyone !== undefined && { anyone }),
    ...(filesOf !== undefined && { files_of: filesOf }),
    ...(title !== undefined && { title }),
    ...(message !== undefined && { message }),
    ...endOf({ expiresIn, expiresAt }),
    ...(reference !== undefined && { reference }),
    ...(notify !== undefined && { notify }),
    ...(options.options !== undefined && {
      options: {
        ...(secondFactor !== undefined && { second_factor: secondFactor }),
        ...(password !== undefined && { password }),
        ...(downloadLimit !== undefined && { download_limit: downloadLimit }),
        ...(receipts !== undefined && { receipts }),
      },
    }),
  };
}

/** An end, as API v1 takes it. */
export function endOf({
  expiresIn,
  expiresAt,
}: {
  expiresIn?: number | undefined;
  expiresAt?: Date | string | undefined;
}): { expires_in?: number; expires_at?: string } {
  if (expiresIn !== undefined && expiresAt !== undefined) {
    throw new ValiseError('Either expiresIn or expiresAt, not both.');
  }
  if (expiresIn !== undefined) return { expires_in: expiresIn };
  if (expiresAt === undefined) return {};
  const at = typeof expiresAt === 'string' ? expiresAt : expiresAt.toISOString();
  return { expires_at: at };
}

/** Each upload was verified before; where the server could not say its hash in time, this is the first comparison. */
async function demandSame(
  transport: Transport,
  drop: Drop,
  uploads: readonly Pick<Upload, 'sha256'>[],
): Promise<void> {
  const sent = new Set(drop.files.map(({ sha256 }) => sha256));
  // A drop that has ended meanwhile names none.
  if (sent.has(null) || uploads.every(({ sha256 }) => sha256 === null || sent.has(sha256))) return;
  await transport.request({ method: 'POST', path: `/drops/${drop.id}/revoke`, isRepeatable: true });
  throw new ValiseMismatch(
    'The server has sent other bytes than those here; the drop was revoked.',
  );
}
