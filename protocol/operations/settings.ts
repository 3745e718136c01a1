import { Type } from 'typebox';
import { choice, ticked, trimmed, typed } from './fields.ts';
import { pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;

const page = pagesFor(person);

/** `done`: the form before has been saved. */
const query = Type.Object({ done: choice(['saved']) });

/** The pages on which people set what is about themselves, what they send with, and which mails they get. */
export const settingsOperations = {
  page: page('GET /app/settings', 'Shows what the person sets about themselves.', { query }),
  save: page('POST /app/settings', 'Saves what the person sets about themselves.', {
    form: Type.Object({ displayName: trimmed(1000), language: typed, keys: ticked }),
  }),
  sendingPage: page('GET /app/settings/sending', 'Shows what the person sends with.', { query }),
  saveSending: page('POST /app/settings/sending', 'Saves what the person sends with.', {
    form: Type.Object({ defaultDays: trimmed(20), timeZone: typed, secondFactor: typed }),
  }),
  noticesPage: page('GET /app/settings/notices', 'Shows which mails the person gets.', { query }),
  saveNotices: page('POST /app/settings/notices', 'Saves which mails the person gets.', {
    form: Type.Object({ receipts: ticked, reminders: ticked }),
  }),
};
