import { createContacts } from './contacts.ts';
import { createDrops } from './drops.ts';
import type { EventOptions, FollowedEvent } from './events.ts';
import { followEvents } from './events.ts';
import type { SaveFiles } from './inbox.ts';
import { createInbox } from './inbox.ts';
import type { Waiting } from './patience.ts';
import { ValiseError } from './problem.ts';
import { createRequests } from './requests.ts';
import type { SendOptions } from './send.ts';
import { send } from './send.ts';
import type { Sha256 } from './sha256.ts';
import type { FilesBelow, FileToSend, OpenPath } from './source.ts';
import { sourceOf } from './source.ts';
import { createTransport } from './transport.ts';
import type { Me, SentDrop, Upload } from './types.ts';
import type { UploadOptions } from './upload.ts';
import { uploadSource } from './upload.ts';

export interface ConnectOptions {
  /** The origin of the server, `https://files.example.com`. */
  url: string;
  key: string;
  /** Seconds for which a request that failed is repeated; 0: not at all. */
  patienceSeconds?: number;
  /** Is told, once each time, that something has failed for a second and is tried again. */
  onWait?: (waiting: Waiting) => void;
  /** Plain HTTP shows the key to everybody on the line; it is refused but for this machine. */
  allowPlainHttp?: boolean;
  fetch?: typeof fetch;
}

/** What Node and browsers do each in their way. */
export interface Platform {
  newHash: () => Sha256;
  openPath: OpenPath;
  filesBelow: FilesBelow;
  saveFiles: SaveFiles;
}

export type Valise = ReturnType<typeof createValise>;

const usualPatienceSeconds = 300;

/** Checks the address, and returns the verbs. Nothing is asked of the server yet. */
export function createValise(platform: Platform, options: ConnectOptions) {
  const { key, patienceSeconds = usualPatienceSeconds } = options;
  const url = originOf(options);
  if (key.trim() !== key || key === '') throw new ValiseError('The key is empty or has blanks.');
  const transport = createTransport({
    url,
    key,
    patienceSeconds,
    onWait: options.onWait,
    // Called as a method of something else, that of browsers refuses.
    fetch: options.fetch ?? ((...given) => fetch(...given)),
  });

  return {
    url,

    me: (signal?: AbortSignal): Promise<Me> =>
      transport.read<Me>({ method: 'GET', path: '/me', signal }),

    /** Uploads a file, to be sent later. Whatever breaks the line, it goes on where the server has it. */
    async upload(
      file: FileToSend,
      options: UploadOptions = {},
    ): Promise<Upload & { sha256: string }> {
      const source = await sourceOf(file, platform.openPath);
      return await uploadSource(transport, source, platform.newHash, options);
    },

    async removeUpload(id: string): Promise<void> {
      await transport.request({ method: 'DELETE', path: `/uploads/${encodeURIComponent(id)}` });
    },

    send: (options: SendOptions): Promise<SentDrop> => send({ transport, ...platform }, options),

    ...createDrops(transport),

    ...createRequests(transport),

    ...createInbox(transport, platform),

    ...createContacts(transport),

    events: (options: EventOptions = {}): AsyncGenerator<FollowedEvent> =>
      followEvents(transport, options),
  };
}

/** The address of a server as it was typed, checked and without a slash at its end. */
export function originOf({
  url: written,
  allowPlainHttp = false,
}: Pick<ConnectOptions, 'url' | 'allowPlainHttp'>): string {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new ValiseError(
      'The url must be the address of a server, as in https://files.example.com.',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ValiseError('The url must have no credentials, query or fragment.');
  }
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isHere && !allowPlainHttp) {
    throw new ValiseError(
      'The url begins with http: the key could be read by everybody on the line. Use https, or allow plain HTTP.',
    );
  }
  return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href;
}
