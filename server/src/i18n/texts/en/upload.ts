export const upload = {
  title: '{sender} asks you for files',
  /** For a sender who shows no address. */
  titleUnnamed: 'You have been asked for files',
  /** Comes before a time. */
  until: 'Open until',
  limits: {
    one: 'Up to {count} file, {size} in total',
    other: 'Up to {count} files, {size} in total',
  },
  /** Where only the number of files is limited. */
  limitsWithoutSize: {
    one: 'Up to {count} file',
    other: 'Up to {count} files',
  },
  fileLimit: 'Up to {size} per file',
  drop: 'Drop files here or',
  choose: 'Choose files',
  /** On the page of a link that has no address. */
  from: 'Your name',
  message: 'Message (optional)',
  send: 'Send',
  together: 'All files arrive together or not at all. Keep this page open until they are sent.',
  sentTitle: 'Your files have arrived',
  /** Above the files that were chosen and not sent. */
  leftOut: 'These files were not sent',
  /** Comes before a time. */
  sentAt: 'Sent',
  told: '{sender} has been notified.',
  /** For a sender who shows no address. */
  toldUnnamed: 'The recipient has been notified.',
  more: 'Send more',
  full: 'You have reached the limit of this page. Ask for a new link to send more.',
  /** About files that were begun, or have arrived, and were not sent. */
  begun: {
    title: 'Not sent yet',
    whole: 'Uploaded, not sent yet',
    part: '{share} uploaded. Choose this file again to resume.',
  },
  unexpected: {
    title: 'Not expecting this?',
    text: 'Before you send anything, check with the person named above in another way, for example by phone.',
    keepLink: 'The link is for you only, so please do not share it.',
  },
  ended: {
    title: 'This page is no longer available',
    text: 'It may have expired, or the link may be incomplete. Open the complete link from your e-mail, or ask the person who sent it for a new one. Files you have already sent have arrived.',
  },
  refusals: {
    tooLarge:
      'This is more than the page accepts. Nothing was sent. Choose fewer or smaller files.',
    noFiles: 'No file was chosen. Choose at least one file, then send.',
    invalid:
      'A file name or the message contains something that cannot be used. Nothing was sent. Change it, then send again.',
    noSpace:
      'There is not enough space for the files right now. Nothing was sent. Try again later.',
    ended: 'This page was closed while your files were uploading. Nothing was sent.',
    locked:
      'This page needs a new code. Nothing has been sent yet, and your uploaded files are kept: reload the page, enter a code and continue.',
    failed: 'Something went wrong. Nothing was sent. Try again in a few minutes.',
  },
  /** Texts of the page's script. It fills in `{count}` and `{time}`, and never untrusted text. */
  script: {
    send: {
      one: 'Send {count} file',
      other: 'Send {count} files',
    },
    remove: 'Remove',
    retry: 'Try again',
    vanished: 'This file was moved or changed on your device. Choose it again.',
    cancel: 'Cancel',
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Paused',
    waiting: 'The connection was lost. Sending resumes automatically when it is back.',
    busy: 'The service is busy. Sending resumes automatically.',
    total: 'All files',
    sending: 'Sending',
    storing: 'Almost done: the files are being saved.',
    left: '{time} left',
    stopped: 'Stopped. Nothing was sent. Your files are still chosen.',
    lost: 'The connection was lost. Nothing was sent. Your files are still chosen: send them again.',
    checking: 'The connection was lost. When it is back, you will see here what arrived.',
    /** This and the next two come after the name of a file or folder. */
    alreadyChosen: 'is already in the list.',
    manyChosen: {
      one: '{count} file is already in the list.',
      other: '{count} files are already in the list.',
    },
    emptyFolder: 'contains no files.',
    unreadable: 'cannot be read.',
    /** How many of the chosen files are left out. */
    refused: {
      one: '{count} file will not be sent. See the list for the reason.',
      other: '{count} files will not be sent. See the list for the reasons.',
    },
    badName: 'Name not allowed, will not be sent',
    fileTooLarge: 'Too large, will not be sent',
    tooManyFiles: 'Too many files, will not be sent',
    noRoom: 'No space left, will not be sent',
  },
};
