/** What belongs to something that may go first, so that the database itself does not keep them together. */
export type Outliving = 'parts' | 'pictures' | 'uploads' | 'events';

/**
 * Rows that belong to nothing any more, and that no job removes: parts of files and pictures without a file or upload,
 * uploads with a key and events without an account.
 */
export interface LostRowRepository {
  count(): Promise<Readonly<Record<Outliving, number>>>;
}
