import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const en: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined ? `Files for you from ${service}` : `${sender} sent you files`,
  lead: 'This page opens with a code. It shows that you are the one it is meant for.',
  unreachable:
    'This page opens with a code, and there is no way known to send you one. Please ask the sender.',
  ask: 'Get a code',
  again: 'No code yet?',
  bySms: ({ to }) => `Send it by SMS to ${to}`,
  byEmail: ({ to }) => `Send it by e-mail to ${to}`,
  sent: ({ to }) =>
    `We have sent a code of 8 digits to ${to}. It may take a minute to arrive, and is good for 10 minutes.`,
  label: 'Code',
  form: '8 digits',
  submit: 'Continue',
  wrong: ({ tries }) =>
    plural('en', tries, {
      one: `That is not the right code. You have ${tries} try left.`,
      other: `That is not the right code. You have ${tries} tries left.`,
    }),
  spent: 'That code was entered wrongly too often and is no longer good. Get a new one.',
  expired: 'The code has expired. Get a new one.',
  cookies:
    'A code only works in the browser that asked for it. Allow cookies for this page, then get a new code.',
  stuck: ({ to }) => `No code has reached ${to} so far. Wait a little, or ask for another one.`,
  wait: ({ to }) => `No more codes can be sent to ${to} for now. Please wait an hour.`,
};
