export const mail = {
  downloadSubject: {
    one: '{sender} sent you {files} file',
    other: '{sender} sent you {files} files',
  },
  /** The message of a drop without one. */
  downloadDefault: 'Files have been sent to you. Open the link in this e-mail to download them.',
  downloadAction: {
    one: 'Download the file',
    other: 'Download the files',
  },
  uploadSubject: '{sender} asks you for files',
  /** The message of a grant without one. */
  uploadDefault: 'You have been asked to send files. Open the link in this e-mail to upload them.',
  uploadAction: 'Send files',
  reminderSubject: {
    one: 'Reminder: {sender} sent you {files} file',
    other: 'Reminder: {sender} sent you {files} files',
  },
  reminderIntro: {
    one: 'You have not downloaded this file yet. It expires soon.',
    other: 'You have not downloaded these files yet. They expire soon.',
  },
  receiptSubject: {
    one: '{receiver} has downloaded your file',
    other: '{receiver} has downloaded your {files} files',
  },
  receiptIntro: 'Completed: {date}.',
  receivedSubject: {
    one: '{contact} sent you {files} file',
    other: '{contact} sent you {files} files',
  },
  receivedIntro: {
    one: 'The file is in your inbox. Fetch it with the program that uses your API key: a browser only shows what has arrived.',
    other:
      'The files are in your inbox. Fetch them with the program that uses your API key: a browser only shows what has arrived.',
  },
  receivedAction: 'See what has arrived',
  /** To a person, who uses no API key. */
  receivedInInbox: {
    one: 'The file is in your inbox.',
    other: 'The files are in your inbox.',
  },
  receivedOpen: 'Open your inbox',
  /** To the one who sent files back. */
  returnedSubject: {
    one: '{receiver} has received your file',
    other: '{receiver} has received your {files} files',
  },
  returnedIntro: 'Received: {date}. Keep this mail as your confirmation.',
  returnedReason: 'You get this mail because you sent these files.',
  unfetchedSubject: {
    one: '{receiver} has not downloaded {files} file',
    other: '{receiver} has not downloaded {files} files',
  },
  unfetchedIntro: 'The files expired on {date}. If they are still needed, send them again.',
  /** Files beyond those that are listed. */
  moreFiles: 'and {count} more',
  /** The text before the bare link. */
  orOpen: 'Or open this address in your browser:',
  availableUntil: 'Available until {date}.',
  uploadUntil: 'You can send files until {date}.',
  /** Under a message that is too long for a mail. */
  messageGoesOn: 'The message is longer. Open the link to read all of it.',
  keepLink: 'This link is for you only. Do not share it.',
  unexpected:
    'Not expecting this? Do not open the link. Check with the sender first in a way you already know.',
  /** The operator's contact address. */
  report: 'Does something look wrong? Write to: {address}',
  receiptOpen: 'Show the transfer',
  receiptDrop: 'Transfer: {id}',
  receiptReason: 'You are receiving this e-mail because receipts are turned on for your account.',
  receivedReason: 'You are receiving this e-mail because you asked for files.',
  unfetchedReason:
    'You are receiving this e-mail because reminders are turned on for your account.',
  codeSubject: 'Your code to open the page from {sender}',
  codeIntro: 'Your code: {code}',
  codeUntil: 'Valid until {date}. Enter it on the page that asked for it.',
  codeUnexpected:
    'Did not request a code? Then someone else has your link. Do not share this code with anyone, and let the sender know.',
  codeSms: '{code} is your code for {service}. Valid for 10 minutes. Do not share it with anyone.',
  /** For files that need a code. */
  lockedSubject: '{sender} sent you files',
  lockedReminderSubject: 'Reminder: {sender} sent you files',
  lockedIntro:
    'You need a one-time code to see the files. Open the page and we will send it to you.',
  lockedAction: 'Open the page',
  undeliveredSubject: 'Could not be delivered: {receiver}',
  undeliveredManySubject: {
    one: '{receivers} recipient could not be reached',
    other: '{receivers} recipients could not be reached',
  },
  undeliveredIntro:
    'These e-mails could not be delivered. Check the addresses, or contact the recipients in another way.',
  /** Comes after the address of a receiver who refused further mail. */
  undeliveredUnwanted: 'does not want any more e-mails',
  undeliveredReason: 'You are receiving this e-mail because you sent or requested files.',
  unfetchedManySubject: {
    one: '{receivers} recipient has not downloaded your files',
    other: '{receivers} recipients have not downloaded your files',
  },
  unfetchedManyIntro: 'The files have expired. If they are still needed, send them again.',
  /** To an account: wrong codes are entered at a receiver's link. */
  codesRefusedSubject: 'Wrong codes entered: {receiver}',
  codesRefusedIntro:
    'Ten wrong codes were entered at this recipient’s link, the last one: {date}. Someone else may have the link. Ask the recipient, and have the link revoked if in doubt.',
  codesUsedUpSubject: 'No codes left for now: {receiver}',
  codesUsedUpIntro:
    'So many codes were requested at this recipient’s link that it gets no more for a while. The last one: {date}. If the recipient did not ask for them, someone else has the link: revoke it and send a new one.',
  /** To an account: the operator ended a drop or grant. */
  revokedSubject: 'The operator has ended one of your transfers',
  revokedIntro: 'Sent: {date}. The links no longer work, and the files can no longer be read.',
  revokedReceiverIntro: 'Sent: {date}. This recipient’s link no longer works.',
  invitationSubject: 'Your account at {service}',
  invitationIntro:
    'You have been invited to send and receive files securely. Choose a password to begin.',
  invitationFrom:
    '{inviter} has invited you to send and receive files securely. Choose a password to begin.',
  invitationAction: 'Choose a password',
  resetSubject: 'Choose a new password',
  resetIntro: 'You asked for a link to choose a new password.',
  resetUnexpected: 'You did not ask for it? Then ignore this mail: your password stays as it is.',
  linkUntil: 'The link works once, until {date}.',
  keyRotatedSubject: 'Your account has a new API key',
  keyEndingSubject: 'An API key of yours ends soon',
  keyEndingIntro:
    'Scripts that use these keys will no longer be able to sign in. Create new keys under Security, API keys, in time.',
  keyEndingItem: '{name}: valid until {date}',
  passwordChangedSubject: 'Your password was changed',
  passkeyAddedSubject: 'A passkey was added to your account',
  passkeyRemovedSubject: 'A passkey was removed from your account',
  identityLinkedSubject: 'A sign-in service was linked to your account',
  identityUnlinkedSubject: 'A sign-in service was unlinked from your account',
  authenticatorAddedSubject: 'An authenticator app was added to your account',
  authenticatorRemovedSubject: 'The authenticator app was removed from your account',
  recoveryCodesMadeSubject: 'New recovery codes were made for your account',
  signInCodesRefusedSubject: 'Wrong codes were entered to sign in to your account',
  /** Wrong codes came after a right password, or after a link to reset it. */
  signInCodesRefusedAdvice:
    'If it was you, there is nothing to do. If not, somebody knows your password or can read your e-mail: change both passwords.',
  signInAttemptsSubject: 'Many wrong passwords were entered for your account',
  signInAttemptsAdvice:
    'Nobody got in with them. You can sign in as usual where you signed in before, and with a passkey. If your password is short or used elsewhere, change it.',
  secondFactorRemovedSubject: 'An administrator removed the authenticator app from your account',
  accountDisabledSubject: 'Your account has been disabled',
  accountEnabledSubject: 'Your account is enabled again',
  /** When something happened to the account. */
  accountIntro: 'Date: {date}.',
  /** Under mails that cannot be switched off. */
  securityReason:
    'You are receiving this e-mail because it concerns the security of your account. If you did not expect it, contact the operator of this service.',
  /** Before the link to the page where further mails can be refused. */
  unwanted: 'Do not want these e-mails? Stop them here:',
  sentBy: 'Sent by {service}.',
};
