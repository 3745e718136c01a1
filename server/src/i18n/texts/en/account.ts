export const account = {
  title: 'Your account',
  timeZone: 'Times on this page are in the time zone {zone}.',
  glance: 'At a glance',
  live: 'Available transfers',
  tray: 'Files not yet sent',
  programHelp: 'How a program uses this account',
  tokenHelp:
    'Every operation needs the header CSRF-Token. Its value is in a hidden field of this page and stays valid while it is used. The commands on this page ask for the API key and read the token from $TOKEN:',
  contactsHint:
    'Add the people you exchange files with through contacts_add.cgi. A transfer needs at least one contact.',
  noShared: 'The operator shares no contacts.',
  receivers: 'Recipients of the next transfer',
  noReceivers: 'Nobody has been chosen yet.',
  receiversHint:
    'Choose who gets the next transfer with receivers_set.cgi. The choice is used up once the transfer is made.',
  type: 'Type',
  uploaded: 'Uploaded',
  removed: 'Will be deleted',
  noFiles: 'No files are waiting to be sent.',
  filesHint:
    'Upload a file with upload.cgi. It stays here until you send it, remove it, or it is deleted.',
  historyHint:
    'Choose a recipient, upload a file, list the files with get_files.cgi and send them with createdrop.cgi. Every transfer is kept in this list.',
  arrived: 'Received',
  token: 'Download token',
  fetchHint:
    'Files are downloaded by the program that uses the API key of this account. A browser cannot download them here.',
  inboxHint:
    'Files that others send to your address appear here. To ask people for files, choose them as recipients and give them upload access with givedrop.cgi.',
  more: {
    one: '{count} more entry is not shown here.',
    other: '{count} more entries are not shown here.',
  },
};
