import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const en: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'You are asked for files' : `${sender} asks you for files`,
  until: 'Open until',
  limits: (count, size) =>
    plural('en', count, { one: 'Up to {count} file', other: 'Up to {count} files' }) +
    (size === undefined ? '' : `, ${size} in all`),
  fileLimit: (size) => `Each file at most ${size}`,
  drop: 'Drop files here or',
  choose: 'Choose files',
  message: 'Message (optional)',
  send: 'Send',
  together: 'All files arrive together, or none does. Keep this page open until they are sent.',
  sentTitle: 'Your files have arrived',
  leftOut: 'These files were not sent',
  sentAt: 'Sent',
  told: (sender) => (sender === undefined ? 'The receiver was told.' : `${sender} was told.`),
  more: 'Send more',
  full: 'You have sent as much as this page takes. Ask for a new link to send more.',
  begun: {
    title: 'Not sent yet',
    whole: 'Arrived, not sent yet',
    part: (share) => `${share} arrived. Choose this file again to go on.`,
  },
  unexpected: {
    title: 'Not expecting this?',
    text: 'Ask the person named above in another way, by phone for example, before you send anything. The link is meant for you alone, so please do not pass it on.',
  },
  ended: {
    title: 'This page is no longer open',
    text: 'Its time may be over, or the link was not opened as a whole. Check the link as it stands in the mail, or ask the person who sent it for a new one. What you sent before has arrived.',
  },
  refusals: {
    tooLarge: 'That is more than this page takes. Nothing was sent. Choose fewer or smaller files.',
    noFiles: 'No file was chosen. Choose at least one, then send.',
    invalid:
      'A file name or the message holds something that cannot be used. Nothing was sent. Change it, then send again.',
    noSpace: 'There is no room for the files at the moment. Nothing was sent. Try again later.',
    ended: 'This page was closed while your files were on their way. Nothing was sent.',
    locked:
      'This page needs a new code. Nothing was sent yet, and what has arrived is kept: reload the page, enter a code and go on.',
    failed: 'That did not work. Nothing was sent. Try again in a few minutes.',
  },
  script: {
    send: { one: 'Send {count} file', other: 'Send {count} files' },
    remove: 'Remove',
    cancel: 'Cancel',
    pause: 'Pause',
    resume: 'Go on',
    paused: 'Paused',
    waiting: 'The connection was lost. Sending goes on by itself as soon as it is back.',
    total: 'All files',
    sending: 'Sending',
    storing: 'Almost done: the files are being stored.',
    left: '{time} left',
    stopped: 'Stopped. Nothing was sent. Your files are still chosen.',
    lost: 'The connection was lost. Nothing was sent. Your files are still chosen: send them again.',
    checking: 'The connection was lost. As soon as it is back, you will see here what arrived.',
    alreadyChosen: 'is in the list already.',
    emptyFolder: 'holds no files.',
    unreadable: 'cannot be read.',
    refused: {
      one: '{count} file will not be sent. The list says why.',
      other: '{count} files will not be sent. The list says why.',
    },
    badName: 'This name cannot be used, will not be sent',
    fileTooLarge: 'Too large, will not be sent',
    tooManyFiles: 'Too many files, will not be sent',
    noRoom: 'No room left, will not be sent',
  },
};
