import type { Static } from 'typebox';
import { Type } from 'typebox';

/** The shapes of what the page of settings takes. */

const text = Type.String();
const field = Type.Optional(text);

export const settingsOperations = {
  /** `done`: the form before has been saved. */
  page: {
    query: Type.Object({ done: Type.Optional(Type.Union([text, Type.Array(text)])) }),
  },
  save: {
    body: Type.Object({
      displayName: field,
      language: field,
      timeZone: field,
      receipts: field,
      reminders: field,
      defaultDays: field,
      secondFactor: field,
    }),
  },
};

export type SettingsQuery = Static<typeof settingsOperations.page.query>;
