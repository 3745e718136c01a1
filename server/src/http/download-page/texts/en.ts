import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const english: DownloadPageTexts = {
  skipToContent: 'Skip to the content',
  promise: 'Files are kept encrypted, and are erased when their time is over.',
  language: 'Language',

  sentBy: ({ sender, count }) => `${sender} sent you ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} for you from ${service}`,
  sent: 'Sent',
  message: 'Message',
  defaultMessage: 'These files are meant for you. Please download them before their time is over.',

  files: 'Files',
  download: 'Download',
  fileListPages: 'Pages of the file list',
  shownFiles: ({ from, to, total }) => `Files ${from} to ${to} of ${total}`,
  previousFiles: 'Previous files',
  nextFiles: 'Next files',
  downloadAll: ({ size }) => `Download all (${size}, .zip)`,
  downloaded: 'Downloaded',
  allDownloaded: 'You have downloaded every file.',
  checksums: 'Checksums (SHA-256)',
  checksumsHelp: 'With a checksum you can prove that a file arrived exactly as it was sent.',

  availableUntil: 'Available until',
  timeLeft: ({ duration }) => `${duration} left`,
  endsSoon: ({ count }) =>
    plural('en', count, {
      one: 'This file expires soon. Please download it now.',
      other: 'These files expire soon. Please download them now.',
    }),

  unexpected: 'Not expecting this?',
  whatThisIs: ({ service }) =>
    `${service} carries files that are too large or too private for a mail. Someone sent these files to you, and this page was made for you alone.`,
  whenInDoubt:
    'If you do not know the sender, or are not sure, do not open the files. Ask the sender first, in a way that you already know, for example by telephone.',
  keepTheLink: 'Please do not pass the link on: whoever has it can download the files.',
  report: ({ address }) => `Does something look wrong? Write to: ${address}`,

  endedTitle: 'These files are no longer here',
  endedReason: 'Their time is over, or the sender took them back, or the link is not complete.',
  endedAdvice:
    'Open the link exactly as it stands in the mail. If that does not help, ask the sender to send the files again.',
  waitTitle: 'Please wait a moment',
  waitAdvice:
    'The service is busy, or was asked too often. Nothing is lost. Try again in a minute.',

  noReminder: {
    title: 'No more reminders?',
    text: 'You will not be reminded of these files before their time is over. The link in your mail keeps working.',
    action: 'Do not remind me',
    done: 'You will not be reminded of these files.',
  },

  noMail: {
    title: 'No more mails?',
    text: 'Choose whose mails you no longer want at this address. What was sent to you already stays available through its link.',
    fromSender: 'No more mails from this sender',
    fromAll: 'No more mails from anybody',
    done: 'You will get no further mails.',
  },

  running: {
    downloading: 'Downloading',
    checking: 'Checking the file',
    checked: 'Downloaded and checked: the file arrived exactly as it was sent.',
    mismatch:
      'The file did not arrive as it was sent, and was not saved. Please download it again.',
    brokeOff: 'The download broke off. Press the button again: it goes on where it stopped.',
    offline:
      'You are offline. Press the button again when you are back: the download goes on where it stopped.',
    byBrowser: 'Your browser downloads this large file by itself.',
  },
};

function files(count: number): string {
  return plural('en', count, { one: '1 file', other: '{count} files' });
}
