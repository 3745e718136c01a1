/** Everything the download page says. One file for each language fills it. */
export interface DownloadPageTexts {
  skipToContent: string;
  promise: string;
  /** The name of the list of languages. */
  language: string;

  sentBy(args: { sender: string; count: number }): string;
  /** For a sender who stays unnamed. */
  sentThrough(args: { service: string; count: number }): string;
  /** Stands before a date. */
  sent: string;
  message: string;
  /** For a sender who wrote none. */
  defaultMessage: string;

  files: string;
  download: string;
  /** The name of the links between the pages of a long list. */
  fileListPages: string;
  /** Which part of a long list is shown; the numbers are written already. */
  shownFiles(args: { from: string; to: string; total: string }): string;
  previousFiles: string;
  nextFiles: string;
  downloadAll(args: { size: string }): string;
  /** Stands before a date. */
  downloaded: string;
  allDownloaded: string;
  checksums: string;
  checksumsHelp: string;

  /** Stands before a date. */
  availableUntil: string;
  timeLeft(args: { duration: string }): string;
  endsSoon(args: { count: number }): string;

  unexpected: string;
  whatThisIs(args: { service: string }): string;
  whenInDoubt: string;
  keepTheLink: string;
  /** Where the operator wants to hear of what looks wrong. */
  report(args: { address: string }): string;

  endedTitle: string;
  endedReason: string;
  endedAdvice: string;
  waitTitle: string;
  waitAdvice: string;

  /** For those who do not want to be reminded of the files. */
  noReminder: { title: string; text: string; action: string; done: string };

  /** For those who want no further mails. */
  noMail: { title: string; text: string; fromSender: string; fromAll: string; done: string };

  /** What the script of the page says while it works. */
  running: {
    downloading: string;
    checking: string;
    checked: string;
    mismatch: string;
    brokeOff: string;
    offline: string;
    byBrowser: string;
  };
}
