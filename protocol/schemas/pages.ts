import type { Static } from 'typebox';
import { Type } from 'typebox';

/**
 * The shapes of what pages and links take, by operation. `npm run generate` compiles them to checks.
 * A header is named where the operation defines it; what HTTP defines for every request (conditions,
 * ranges, languages, encodings, credentials, cookies) is read by the layers that all routes share.
 */

const text = Type.String();

/** 256 random bits in base64url. */
export const secret = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

export const linkParams = Type.Object({ secret });
const draftParams = Type.Object({ draft: text });

/** A part of a page's address. An invalid value is ignored, so that no link fails for it. */
const ignorable = Type.Optional(Type.Union([text, Type.Array(text)]));

/** `discarded`: the draft that was discarded on the page before. */
const discardedQuery = Type.Object({ discarded: ignorable });

export const pageOperations = {
  new_draft: { query: discardedQuery },
  show_draft: { params: draftParams, query: discardedQuery },
  change_draft: {
    params: draftParams,
    /**
     * `ticket`: that of a draft that is not stored yet. `version` and `page`: what the page was made from, and its id.
     * `back`: the next page. `remove`: which file. `chosen`: a list of files, and `keys` of their keys, as JSON. `without`:
     * how many may be left out. `file` is the content of a file, and may be repeated.
     */
    body: Type.Object({
      ticket: Type.Optional(text),
      version: Type.Optional(text),
      page: Type.Optional(text),
      back: Type.Optional(text),
      act: Type.Optional(text),
      remove: Type.Optional(text),
      chosen: Type.Optional(text),
      keys: Type.Optional(text),
      without: Type.Optional(text),
      receivers: Type.Optional(text),
      message: Type.Optional(text),
      lifetime: Type.Optional(text),
      date: Type.Optional(text),
      secondFactor: Type.Optional(text),
      downloadLimit: Type.Optional(text),
      receipts: Type.Optional(text),
      file: Type.Optional(Type.Unknown()),
    }),
  },
  suggest_receivers: { query: Type.Object({ q: ignorable }) },
};

export type LinkParams = Static<typeof linkParams>;
export type DraftParams = Static<typeof draftParams>;
export type DiscardedQuery = Static<typeof discardedQuery>;
export type SuggestQuery = Static<typeof pageOperations.suggest_receivers.query>;
