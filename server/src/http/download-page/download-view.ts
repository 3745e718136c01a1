import type { Instant } from '../../domain/model/clock.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { Reader } from '../link-pages/page-parts.ts';
import type { Say } from '../../i18n/texts/translation.ts';

/** One file as the page shows it. */
export interface DownloadableFile extends Pick<
  StoredFile,
  'id' | 'name' | 'mediaType' | 'sizeBytes' | 'sha256'
> {
  downloadedAt: Instant | undefined;
}

/** Everything the download page shows, and nothing of other receivers. */
export interface DownloadView extends Reader {
  say: Say;
  serviceName: string;
  /** Where the operator wants to hear of what looks wrong. */
  supportAddress: string | undefined;
  now: Instant;
  /** The secret of the link: the page's own address is made of it. */
  secret: string;
  /** Undefined for a sender who stays unnamed. */
  sender: string | undefined;
  sentAt: Instant;
  expiresAt: Instant;
  /** Undefined when the sender wrote none. */
  message: string | undefined;
  files: readonly DownloadableFile[];
  /** Which page of a long list of files is shown, from 1. */
  listPage: number;
}
