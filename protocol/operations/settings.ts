import { Type } from 'typebox';
import { choice, ticked, trimmed, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;

const page = pagesFor(person);

/** The page on which people set their name, language, time zone and notices. */
export const settingsOperations = {
  page: page('GET /app/settings', 'Shows the settings of the person.', {
    /** `done`: the form before has been saved. */
    query: Type.Object({ done: choice(['saved']) }),
  }),
  save: page('POST /app/settings', 'Saves the settings of the person.', {
    form: Type.Object({
      displayName: trimmed(1000),
      language: typed,
      timeZone: typed,
      receipts: ticked,
      reminders: ticked,
      keys: ticked,
      defaultDays: trimmed(20),
      secondFactor: typed,
    }),
  }),
};
