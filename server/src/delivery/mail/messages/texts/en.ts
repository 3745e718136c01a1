import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('en', count, { one: '{count} file', other: '{count} files' });
}

export const en: MailTexts = {
  downloadSubject: (sender, files) => `${sender} sent you ${filesOf(files)}`,
  downloadDefault: () =>
    'Files have been sent to you. Open the link in this mail to download them.',
  downloadAction: (files) =>
    plural('en', files, { one: 'Download the file', other: 'Download the files' }),
  uploadSubject: (sender) => `${sender} asks you for files`,
  uploadDefault: () => 'You are asked to send files. Open the link in this mail to upload them.',
  uploadAction: () => 'Send files',
  reminderSubject: (sender, files) => `Reminder: ${sender} sent you ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('en', files, {
      one: 'You have not downloaded this file yet. Its time is running out.',
      other: 'You have not downloaded these files yet. Their time is running out.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('en', files, {
      one: 'has downloaded your file',
      other: 'has downloaded your {count} files',
    })}`,
  receiptIntro: (date) => `Completed: ${date}.`,
  receivedSubject: (contact, files) => `${contact} has answered with ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('en', files, {
      one: 'The file is in your inbox. Fetch it with the program that uses your API key: a browser only shows what has arrived.',
      other:
        'The files are in your inbox. Fetch them with the program that uses your API key: a browser only shows what has arrived.',
    }),
  receivedAction: () => 'See what has arrived',
  unfetchedSubject: (receiver, files) => `${receiver} has not downloaded ${filesOf(files)}`,
  unfetchedIntro: (date) => `The time ended: ${date}. Still needed? Send the files again.`,
  moreFiles: (count) => plural('en', count, { other: 'and {count} more' }),
  orOpen: () => 'Or open this address in your browser:',
  availableUntil: (date) => `Available until ${date}.`,
  uploadUntil: (date) => `You can send files until ${date}.`,
  messageGoesOn: () => 'The message is longer. All of it is behind the link.',
  keepLink: () => 'The link is meant for you alone. Do not pass it on.',
  unexpected: () =>
    'Not expecting this? Do not open the link. Ask the sender first, in a way you already know.',
  report: (address) => `Does something look wrong? Write to: ${address}`,
  receiptReason: () => 'You get this mail because receipts are on for your account.',
  receivedReason: () => 'You get this mail because you asked for files.',
  unfetchedReason: () => 'You get this mail because reminders are on for your account.',
  codeSubject: (sender) => `${sender}: your code`,
  codeIntro: (code) => `Your code: ${code}`,
  codeUntil: (date) => `Good until ${date}. Enter it on the page that asked for it.`,
  codeUnexpected: () =>
    'You did not ask for a code? Then somebody else has your link. Give the code to nobody, and tell the sender.',
  codeSms: (code, serviceName) =>
    `${code} is your code for ${serviceName}. It is good for 10 minutes. Give it to nobody.`,
  lockedSubject: (sender) => `${sender} sent you files`,
  lockedReminderSubject: (sender) => `Reminder: ${sender} sent you files`,
  lockedIntro: () =>
    'What was sent is shown once you have entered a code. The page behind the link sends it to you.',
  lockedAction: () => 'Open the page',
  undeliveredSubject: (receiver) => `Could not be delivered: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('en', receivers, {
      one: '{count} receiver could not be reached',
      other: '{count} receivers could not be reached',
    }),
  undeliveredIntro: () =>
    'These mails could not be delivered. Check the addresses, or contact the receivers in another way.',
  undeliveredUnwanted: () => 'wants no further mail',
  undeliveredReason: () => 'You get this mail because you sent files or asked for them.',
  unfetchedManySubject: (receivers) =>
    plural('en', receivers, {
      one: '{count} receiver has not downloaded your files',
      other: '{count} receivers have not downloaded your files',
    }),
  unfetchedManyIntro: () => 'The files have expired. Still needed? Send them again.',
  codesRefusedSubject: (receiver) => `Wrong codes were entered: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Ten wrong codes were entered at the link of this receiver; the last one: ${date}. Somebody else may have the link. Ask the receiver, and have the link revoked if in doubt.`,
  revokedSubject: () => 'The operator has ended one of your transfers',
  revokedIntro: (date) =>
    `Sent: ${date}. Its links no longer work, and its files can no longer be read.`,
  revokedReceiverIntro: (date) => `Sent: ${date}. The link of this receiver no longer works.`,
  keyRotatedSubject: () => 'Your account has a new API key',
  accountDisabledSubject: () => 'Your account has been disabled',
  accountEnabledSubject: () => 'Your account is enabled again',
  accountIntro: (date) => `Date: ${date}.`,
  securityReason: () =>
    'You get this mail because it concerns the security of your account. If you did not expect it, contact the operator of this service.',
  unwanted: () => 'Do not want such mails? Stop them here:',
  sentBy: (serviceName) => `Sent by ${serviceName}.`,
};
