export const inbox = {
  title: 'Inbox',
  empty: 'Your inbox is empty.',
  emptyHint: 'Files that others send to {email} appear here, and so does what you ask for.',
  /** Above the column of senders. */
  from: 'From',
  files: 'Files',
  /** Above a column of times. */
  until: 'Available until',
  new: 'New',
  unknown: 'Unknown sender',
  /** For a link without an address: nobody checked the name. */
  named: '{name} (name given by the sender)',
  fileCount: {
    one: '{count} file, {size}',
    other: '{count} files, {size}',
  },
  /** In place of the files, before the code that the sender demands was entered. */
  needsCode: 'Code needed',
  older: 'Older items',
  newest: 'Newest items',
  all: 'Back to the inbox',
  filesFrom: 'Files from {sender}',
  received: 'Received: {date}',
  availableUntil: 'Available until: {date}',
  downloadAll: 'Download all ({size}, .zip)',
  downloaded: 'Downloaded: {date}',
  deleteTitle: 'Delete',
  delete: 'Delete these files',
  deleteOwn: 'The files are deleted for good.',
  deleteDrop:
    'You will no longer be able to open these files. The sender and other recipients keep theirs.',
  deleted: 'Deleted.',
  name: 'Name',
  size: 'Size',
  viaRequest: 'You asked for these files.',
};
