declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type AccountId = Branded<'AccountId'>;
export type ApiKeyId = Branded<'ApiKeyId'>;
export type FileId = Branded<'FileId'>;
export type DispatchId = Branded<'DispatchId'>;
export type DraftId = Branded<'DraftId'>;
export type ReceiverId = Branded<'ReceiverId'>;
export type InboxToken = Branded<'InboxToken'>;
export type MailId = Branded<'MailId'>;
export type ContactGroupId = Branded<'ContactGroupId'>;
export type TemplateId = Branded<'TemplateId'>;
export type KeptFormId = Branded<'KeptFormId'>;
export type ContactImportId = Branded<'ContactImportId'>;
export type FeedEventId = Branded<'FeedEventId'>;
export type WebhookId = Branded<'WebhookId'>;
export type SessionId = Branded<'SessionId'>;
/** A request that has a key, while it runs. */
export type RunningRequestId = Branded<'RunningRequestId'>;

/** The source of every secret and id. Must be cryptographically strong. */
export interface Randomness {
  bytes(count: number): Buffer;
}

/**
 * 128 random bits in base64url: 22 characters, safe in a path, a URL and a file name, and as an argument of
 * a command: it does not begin with a dash.
 */
export function newId<Id extends string>(randomness: Randomness): Id {
  for (;;) {
    const id = randomness.bytes(16).toString('base64url');
    if (!id.startsWith('-')) return id as Id;
  }
}

export const idPattern = /^[A-Za-z0-9_-]{22}$/;

/** This program makes the keys, so an invalid one is a bug and is refused before it becomes a path. */
export function refuseForeignKey(key: string): void {
  if (!idPattern.test(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`);
}

export function refuseBackwardRange(start: number, end: number): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`Not a byte range: ${start} to ${end}`);
  }
}
