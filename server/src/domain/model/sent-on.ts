import type { Instant } from './clock.ts';
import type { AccountId, DispatchId, DraftId, FileId, ReceiverId } from './ids.ts';

/** A file, or an upload of a draft, whose content was taken from an inbox. */
export interface SentOnFile {
  id: FileId;
  /** The drop that it was sent with; undefined while it is an upload, and for one that is gone. */
  dispatchId: DispatchId | undefined;
}

/** What files were taken from. */
export interface SentOnSource {
  /** Whether its receiver may still read it. */
  isLive: boolean;
  expiresAt: Instant;
}

/** What ends: a dispatch for all its receivers, or the right of one. */
export type EndedSource = { dispatch: DispatchId } | { receiver: ReceiverId };

/**
 * Files that were sent on from an inbox, each with the receiver to whom it had come. It keeps its id from the upload of
 * a draft to the file of a drop.
 */
export interface SentOnRepository {
  add(accountId: AccountId, receiverId: ReceiverId, files: readonly FileId[]): Promise<void>;
  /** Files that share the content of others have come from where those came. */
  addCopies(copies: readonly { from: FileId; id: FileId }[]): Promise<void>;
  /** What these files, or uploads, were taken from, each once. Those that were not are left out. */
  listSources(files: readonly FileId[]): Promise<SentOnSource[]>;
  /** The same of all files of a drop. */
  listSourcesOf(dispatchId: DispatchId): Promise<SentOnSource[]>;
  /** The same of all uploads of a draft. */
  listSourcesIn(draftId: DraftId): Promise<SentOnSource[]>;
  /** What was taken from a dispatch, or by one of its receivers. */
  listFrom(source: EndedSource): Promise<SentOnFile[]>;
  /** By their ids, from the first that follows `after`, with whether their source lives. */
  list(
    after: FileId | undefined,
    limit: number,
  ): Promise<(SentOnFile & Pick<SentOnSource, 'isLive'>)[]>;
  remove(files: readonly FileId[]): Promise<void>;
}
