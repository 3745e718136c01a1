/**
 * The texts of pages and mails; the other languages are typed against it. `{name}` stands for a value, and
 * a text with a count may have plural forms. A sentence never inflects a name: the name is the subject, or
 * comes after a colon.
 */
export const en = {
  download: {
    skipToContent: 'Skip to the content',
    promise: 'Files are kept encrypted, and are erased when their time is over.',
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
    defaultMessage:
      'These files are meant for you. Please download them before their time is over.',
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
    allDownloaded: 'You have downloaded every file.',
    checksums: 'Checksums (SHA-256)',
    checksumsHelp: 'With a checksum you can prove that a file arrived exactly as it was sent.',
    /** Comes before a date. */
    availableUntil: 'Available until',
    timeLeft: '{duration} left',
    endsSoon: {
      one: 'This file expires soon. Please download it now.',
      other: 'These files expire soon. Please download them now.',
    },
    unexpected: 'Not expecting this?',
    whatThisIs:
      '{service} carries files that are too large or too private for a mail. Someone sent these files to you, and this page was made for you alone.',
    whenInDoubt:
      'If you do not know the sender, or are not sure, do not open the files. Ask the sender first, in a way that you already know, for example by telephone.',
    keepTheLink: 'Please do not pass the link on: whoever has it can download the files.',
    /** The operator's contact address. */
    report: 'Does something look wrong? Write to: {address}',
    endedTitle: 'These files are no longer here',
    endedReason: 'Their time is over, or the sender took them back, or the link is not complete.',
    endedAdvice:
      'Open the link exactly as it stands in the mail. If that does not help, ask the sender to send the files again.',
    waitTitle: 'Please wait a moment',
    waitAdvice:
      'The service is busy, or was asked too often. Nothing is lost. Try again in a minute.',
    /** For readers who do not want to be reminded of the files. */
    noReminder: {
      title: 'No more reminders?',
      text: 'You will not be reminded of these files before their time is over. The link in your mail keeps working.',
      action: 'Do not remind me',
      done: 'You will not be reminded of these files.',
    },
    /** For readers who want no further mails. */
    noMail: {
      title: 'No more mails?',
      text: 'Choose whose mails you no longer want at this address. What was sent to you already stays available through its link.',
      fromSender: 'No more mails from this sender',
      fromAll: 'No more mails from anybody',
      done: 'You will get no further mails.',
    },
    /** Texts of the page's script. */
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
  },
  upload: {
    title: '{sender} asks you for files',
    /** For a sender who shows no address. */
    titleUnnamed: 'You are asked for files',
    /** Comes before a time. */
    until: 'Open until',
    limits: {
      one: 'Up to {count} file, {size} in all',
      other: 'Up to {count} files, {size} in all',
    },
    /** Where only the number of files is limited. */
    limitsWithoutSize: {
      one: 'Up to {count} file',
      other: 'Up to {count} files',
    },
    fileLimit: 'Each file at most {size}',
    drop: 'Drop files here or',
    choose: 'Choose files',
    message: 'Message (optional)',
    send: 'Send',
    together: 'All files arrive together, or none does. Keep this page open until they are sent.',
    sentTitle: 'Your files have arrived',
    /** Above the files that were chosen and not sent. */
    leftOut: 'These files were not sent',
    /** Comes before a time. */
    sentAt: 'Sent',
    told: '{sender} was told.',
    /** For a sender who shows no address. */
    toldUnnamed: 'The receiver was told.',
    more: 'Send more',
    full: 'You have sent as much as this page takes. Ask for a new link to send more.',
    /** About files that were begun, or have arrived, and were not sent. */
    begun: {
      title: 'Not sent yet',
      whole: 'Arrived, not sent yet',
      part: '{share} arrived. Choose this file again to go on.',
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
      tooLarge:
        'That is more than this page takes. Nothing was sent. Choose fewer or smaller files.',
      noFiles: 'No file was chosen. Choose at least one, then send.',
      invalid:
        'A file name or the message holds something that cannot be used. Nothing was sent. Change it, then send again.',
      noSpace: 'There is no room for the files at the moment. Nothing was sent. Try again later.',
      ended: 'This page was closed while your files were on their way. Nothing was sent.',
      locked:
        'This page needs a new code. Nothing was sent yet, and what has arrived is kept: reload the page, enter a code and go on.',
      failed: 'That did not work. Nothing was sent. Try again in a few minutes.',
    },
    /** Texts of the page's script. It fills in `{count}` and `{time}`, and never untrusted text. */
    script: {
      send: {
        one: 'Send {count} file',
        other: 'Send {count} files',
      },
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
      /** This and the next two come after the name of a file or folder. */
      alreadyChosen: 'is in the list already.',
      emptyFolder: 'holds no files.',
      unreadable: 'cannot be read.',
      /** How many of the chosen files are left out. */
      refused: {
        one: '{count} file will not be sent. The list says why.',
        other: '{count} files will not be sent. The list says why.',
      },
      badName: 'This name cannot be used, will not be sent',
      fileTooLarge: 'Too large, will not be sent',
      tooManyFiles: 'Too many files, will not be sent',
      noRoom: 'No room left, will not be sent',
    },
  },
  code: {
    /** The title of the page that asks for a code. */
    title: '{sender} sent you files',
    /** For a sender without a name. */
    titleUnnamed: 'Files for you from {service}',
    lead: 'This page opens with a code. It shows that you are the one it is meant for.',
    /** For a receiver to whom no code can be sent. */
    unreachable:
      'This page opens with a code, and there is no way known to send you one. Please ask the sender.',
    /** Above the buttons that send a code where there is none to enter. */
    ask: 'Get a code',
    /** Above the buttons that send another one. */
    again: 'No code yet?',
    bySms: 'Send it by SMS to {to}',
    byEmail: 'Send it by e-mail to {to}',
    sent: 'We have sent a code of 8 digits to {to}. It may take a minute to arrive, and is good for 10 minutes.',
    label: 'Code',
    /** What a code looks like. */
    form: '8 digits',
    submit: 'Continue',
    wrong: {
      one: 'That is not the right code. You have {tries} try left.',
      other: 'That is not the right code. You have {tries} tries left.',
    },
    spent: 'That code was entered wrongly too often and is no longer good. Get a new one.',
    expired: 'The code has expired. Get a new one.',
    /** For a browser that did not request the code, or keeps no cookies. */
    cookies:
      'A code only works in the browser that asked for it. Allow cookies for this page, then get a new code.',
    /** For a code that was not delivered at the first attempt. */
    stuck: 'No code has reached {to} so far. Wait a little, or ask for another one.',
    /** For an address or number that gets no more codes. */
    wait: 'No more codes can be sent to {to} for now. Please wait an hour.',
  },
  mail: {
    downloadSubject: {
      one: '{sender} sent you {files} file',
      other: '{sender} sent you {files} files',
    },
    /** The message of a drop without one. */
    downloadDefault: 'Files have been sent to you. Open the link in this mail to download them.',
    downloadAction: {
      one: 'Download the file',
      other: 'Download the files',
    },
    uploadSubject: '{sender} asks you for files',
    /** The message of a grant without one. */
    uploadDefault: 'You are asked to send files. Open the link in this mail to upload them.',
    uploadAction: 'Send files',
    reminderSubject: {
      one: 'Reminder: {sender} sent you {files} file',
      other: 'Reminder: {sender} sent you {files} files',
    },
    reminderIntro: {
      one: 'You have not downloaded this file yet. Its time is running out.',
      other: 'You have not downloaded these files yet. Their time is running out.',
    },
    receiptSubject: {
      one: '{receiver} has downloaded your file',
      other: '{receiver} has downloaded your {files} files',
    },
    receiptIntro: 'Completed: {date}.',
    receivedSubject: {
      one: '{contact} has answered with {files} file',
      other: '{contact} has answered with {files} files',
    },
    receivedIntro: {
      one: 'The file is in your inbox. Fetch it with the program that uses your API key: a browser only shows what has arrived.',
      other:
        'The files are in your inbox. Fetch them with the program that uses your API key: a browser only shows what has arrived.',
    },
    receivedAction: 'See what has arrived',
    unfetchedSubject: {
      one: '{receiver} has not downloaded {files} file',
      other: '{receiver} has not downloaded {files} files',
    },
    unfetchedIntro: 'The time ended: {date}. Still needed? Send the files again.',
    /** Files beyond those that are listed. */
    moreFiles: 'and {count} more',
    /** The text before the bare link. */
    orOpen: 'Or open this address in your browser:',
    availableUntil: 'Available until {date}.',
    uploadUntil: 'You can send files until {date}.',
    /** Under a message that is too long for a mail. */
    messageGoesOn: 'The message is longer. All of it is behind the link.',
    keepLink: 'The link is meant for you alone. Do not pass it on.',
    unexpected:
      'Not expecting this? Do not open the link. Ask the sender first, in a way you already know.',
    /** The operator's contact address. */
    report: 'Does something look wrong? Write to: {address}',
    receiptReason: 'You get this mail because receipts are on for your account.',
    receivedReason: 'You get this mail because you asked for files.',
    unfetchedReason: 'You get this mail because reminders are on for your account.',
    codeSubject: '{sender}: your code',
    codeIntro: 'Your code: {code}',
    codeUntil: 'Good until {date}. Enter it on the page that asked for it.',
    codeUnexpected:
      'You did not ask for a code? Then somebody else has your link. Give the code to nobody, and tell the sender.',
    codeSms: '{code} is your code for {service}. It is good for 10 minutes. Give it to nobody.',
    /** For files that need a code. */
    lockedSubject: '{sender} sent you files',
    lockedReminderSubject: 'Reminder: {sender} sent you files',
    lockedIntro:
      'What was sent is shown once you have entered a code. The page behind the link sends it to you.',
    lockedAction: 'Open the page',
    undeliveredSubject: 'Could not be delivered: {receiver}',
    undeliveredManySubject: {
      one: '{receivers} receiver could not be reached',
      other: '{receivers} receivers could not be reached',
    },
    undeliveredIntro:
      'These mails could not be delivered. Check the addresses, or contact the receivers in another way.',
    /** Comes after the address of a receiver who refused further mail. */
    undeliveredUnwanted: 'wants no further mail',
    undeliveredReason: 'You get this mail because you sent files or asked for them.',
    unfetchedManySubject: {
      one: '{receivers} receiver has not downloaded your files',
      other: '{receivers} receivers have not downloaded your files',
    },
    unfetchedManyIntro: 'The files have expired. Still needed? Send them again.',
    /** To an account: wrong codes are entered at a receiver's link. */
    codesRefusedSubject: 'Wrong codes were entered: {receiver}',
    codesRefusedIntro:
      'Ten wrong codes were entered at the link of this receiver; the last one: {date}. Somebody else may have the link. Ask the receiver, and have the link revoked if in doubt.',
    /** To an account: the operator ended a drop or grant. */
    revokedSubject: 'The operator has ended one of your transfers',
    revokedIntro: 'Sent: {date}. Its links no longer work, and its files can no longer be read.',
    revokedReceiverIntro: 'Sent: {date}. The link of this receiver no longer works.',
    keyRotatedSubject: 'Your account has a new API key',
    accountDisabledSubject: 'Your account has been disabled',
    accountEnabledSubject: 'Your account is enabled again',
    /** When something happened to the account. */
    accountIntro: 'Date: {date}.',
    /** Under mails that cannot be switched off. */
    securityReason:
      'You get this mail because it concerns the security of your account. If you did not expect it, contact the operator of this service.',
    /** Before the link to the page where further mails can be refused. */
    unwanted: 'Do not want such mails? Stop them here:',
    sentBy: 'Sent by {service}.',
  },
};
