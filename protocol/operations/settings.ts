import { Type } from 'typebox';
import { choice, ticked, trimmed, typed } from './fields.ts';
import { operation } from './operation.ts';

const person = { scheme: 'session' } as const;

/** The page on which people set their name, language, time zone and notices. */
export const settingsOperations = {
  page: operation({
    summary: 'Shows the settings of the person.',
    on: 'GET /app/settings',
    access: person,
    cost: 'request',
    /** `done`: the form before has been saved. */
    input: { query: Type.Object({ done: choice(['saved']) }) },
    answer: 'page',
  }),
  save: operation({
    summary: 'Saves the settings of the person.',
    on: 'POST /app/settings',
    access: person,
    cost: 'request',
    input: {
      form: Type.Object({
        displayName: trimmed(1000),
        language: typed,
        timeZone: typed,
        receipts: ticked,
        reminders: ticked,
        defaultDays: trimmed(20),
        secondFactor: typed,
      }),
    },
    answer: 'page',
  }),
};
