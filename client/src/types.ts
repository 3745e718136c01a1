import type { Operations } from './generated/operations.ts';

export type { ErrorCode, EventKind, Operations } from './generated/operations.ts';

/** What an operation of API v1 answers. */
export type Answer<Name extends keyof Operations> = Operations[Name]['answer'];

type ItemOf<Name extends keyof Operations> =
  Answer<Name> extends { items: (infer Item)[] } ? Item : never;

/** Who the key belongs to, what it may do, and what is left. */
export type Me = Answer<'GET /api/v1/me'>;
export type Upload = Answer<'GET /api/v1/uploads/:upload'>;
/** A drop with all of its receivers and files. */
export type Drop = Answer<'GET /api/v1/drops/:id'>;
/** A drop whose answer may have links: of all receivers, or of those who were added. */
export type SentDrop = Answer<'POST /api/v1/drops'>;
/** A drop in a list. */
export type ListedDrop = ItemOf<'GET /api/v1/drops'>;
export type Receiver = Drop['receivers'][number];
/** A receiver whose answer may have a link. */
export type NewReceiver = SentDrop['receivers'][number];
/** A link for anyone: how often it was used, and its address where the key may see links. */
export type AnyoneLink = ItemOf<'GET /api/v1/drops/:id/anyone-links'>;
export type DropFile = Drop['files'][number];
/** A row of the report: one receiver of one drop. */
export type Delivery = ItemOf<'GET /api/v1/deliveries'>;
/** A request for files. */
export type FileRequest = Answer<'GET /api/v1/requests/:id'>;
export type ValiseEvent = ItemOf<'GET /api/v1/events'>;
/** An item of the inbox, as the API tells it. */
export type ItemAbout = Answer<'GET /api/v1/inbox/:id'>;
export type FileAbout = ItemAbout['files'][number];
