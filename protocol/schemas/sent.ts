import type { Static } from 'typebox';
import { Type } from 'typebox';

/** The shapes of what the pages take on which people follow what they sent. */

const text = Type.String();
/** A part of a page's address. An invalid value is ignored, so that no link fails for it. */
const ignorable = Type.Optional(Type.Union([text, Type.Array(text)]));
const field = Type.Optional(text);

const dropParams = Type.Object({ id: text });
const receiverParams = Type.Object({ id: text, receiver: text });
/** `after`: where the receivers begin. `files`: where the files begin. `done`: what was done just now. */
const dropQuery = Type.Object({ after: ignorable, files: ignorable, done: ignorable });

export const sentOperations = {
  /** `filter`: which drops. `q`: what is searched for. `after`: where the page begins. */
  sent_list: { query: Type.Object({ filter: ignorable, q: ignorable, after: ignorable }) },
  sent_drop: { params: dropParams, query: dropQuery },
  sent_receiver: { params: receiverParams, query: Type.Object({ done: ignorable }) },
  sent_extend: { params: dropParams, body: Type.Object({ until: field }) },
  sent_add_receiver: { params: dropParams, body: Type.Object({ email: field }) },
  sent_correct_address: { params: receiverParams, body: Type.Object({ email: field }) },
  sent_again: { params: dropParams, body: Type.Object({}) },
  sent_revoke: { params: dropParams, body: Type.Object({}) },
  sent_receiver_act: { params: receiverParams, body: Type.Object({}) },
};

export type SentListQuery = Static<typeof sentOperations.sent_list.query>;
export type SentDropQuery = Static<typeof dropQuery>;
/** Of a drop, or of a receiver of it. */
export interface SentParams {
  id: string;
  receiver?: string;
}
