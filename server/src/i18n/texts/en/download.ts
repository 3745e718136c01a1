export const download = {
  skipToContent: 'Skip to content',
  promise: 'Files are stored encrypted and deleted when they expire.',
  /** The name of the list of languages. */
  language: 'Language',
  sentBy: {
    one: '{sender} sent you {count} file',
    other: '{sender} sent you {count} files',
  },
  /** For a sender without a name. */
  sentThrough: {
    one: '{count} file for you from {service}',
    other: '{count} files for you from {service}',
  },
  /** Comes before a date. */
  sent: 'Sent',
  message: 'Message',
  /** For a sender without a message. */
  defaultMessage: 'These files are for you. Please download them before they expire.',
  files: 'Files',
  download: 'Download',
  /** The name of the links between the pages of a long list. */
  fileListPages: 'Pages of the file list',
  /** Which part of a long list is shown; the numbers are formatted already. */
  shownFiles: 'Files {from} to {to} of {total}',
  previousFiles: 'Previous files',
  nextFiles: 'Next files',
  downloadAll: 'Download all ({size}, .zip)',
  /** Comes before a date. */
  downloaded: 'Downloaded',
  allDownloaded: 'You have downloaded all the files.',
  checksums: 'Checksums (SHA-256)',
  checksumsHelp: 'Use a checksum to verify that a file arrived exactly as it was sent.',
  /** Comes before a date. */
  availableUntil: 'Available until',
  timeLeft: '{duration} left',
  endsSoon: {
    one: 'This file expires soon. Please download it now.',
    other: 'These files expire soon. Please download them now.',
  },
  unexpected: 'Not expecting this?',
  whatThisIs:
    '{service} delivers files that are too large or too confidential for e-mail. Someone sent you these files, and this page is for you only.',
  whenInDoubt:
    'If you do not know the sender, or are not sure, do not open the files. Check with the sender first in a way you already know, for example by phone.',
  keepTheLink: 'Please do not share this link: anyone who has it can download the files.',
  /** The operator's contact address. */
  report: 'Does something look wrong? Write to: {address}',
  endedTitle: 'These files are no longer available',
  endedReason:
    'They may have expired, the sender may have withdrawn them, or the link may be incomplete.',
  endedAdvice:
    'Open the complete link from your e-mail. If that does not help, ask the sender to send the files again.',
  /** For a file, or all files, that the receiver has had as often as the sender allows. */
  limitTitle: 'Download limit reached',
  limitAdvice:
    'You have downloaded this as often as the sender allows. Ask the sender to send it again if you still need it.',
  waitTitle: 'Please wait a moment',
  waitAdvice:
    'The service is busy or has received too many requests. Nothing is lost. Try again in a minute.',
  /** For readers who do not want to be reminded of the files. */
  noReminder: {
    title: 'Stop reminders?',
    text: 'You will not be reminded of these files before they expire. The link in your e-mail still works.',
    action: 'Do not remind me',
    done: 'You will not be reminded of these files.',
  },
  /** For readers who want no further mails. */
  noMail: {
    title: 'Stop e-mails?',
    text: 'Choose whose e-mails you no longer want at this address. Files that were already sent to you stay available through their links.',
    fromSender: 'No more e-mails from this sender',
    fromAll: 'No more e-mails from anyone',
    done: 'You will receive no further e-mails.',
  },
  /** Texts of the page's script. */
  running: {
    downloading: 'Downloading',
    checking: 'Checking the file',
    checked: 'Downloaded and verified: the file arrived exactly as it was sent.',
    mismatch: 'The file did not arrive as it was sent and was not saved. Please download it again.',
    brokeOff: 'The connection was lost. The download resumes automatically.',
    busy: 'The service is busy. The download resumes automatically.',
    offline: 'You are offline. The download resumes automatically when you are back online.',
    byBrowser: 'Your browser is downloading this file. See its download list.',
    saved: 'Download complete.',
    notSaved:
      'The file could not be saved. Check that there is enough space, then download it again.',
    cancel: 'Cancel',
    cancelled: 'Download cancelled.',
  },
  find: 'Find a file by name',
  findAction: 'Search',
  /** How many files a search by name found. */
  found: { one: '{count} file found.', other: '{count} files found.' },
  foundNone: 'No file name contains this.',
  showAll: 'Show all files',
  /** What the symbols before the names of files mean. */
  kinds: {
    picture: 'Picture',
    video: 'Video',
    audio: 'Audio',
    text: 'Document',
    table: 'Spreadsheet',
    slides: 'Presentation',
    archive: 'Archive',
    file: 'File',
  },
  view: 'View',
};
