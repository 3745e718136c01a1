export const welcome = {
  title: 'Send and receive files securely',
  about:
    '{service} delivers files that are too large or too confidential for e-mail. Files are stored encrypted and deleted when they expire.',
  linkTitle: 'You received an e-mail with a link',
  link: 'Open the complete link from your e-mail. It is for you only, so please do not share it. If you do not know the sender, do not open it; check with them in another way first.',
  accountTitle: 'You have an account',
  /** For programs. Comes before an example of an address. */
  account:
    'Programs use this address, followed by the account’s e-mail address and a slash, for example:',
  noAccountTitle: 'You would like an account',
  noAccount: 'Accounts are created by the operator of this service. You cannot sign up here.',
  /** The title of the window. */
  name: 'Welcome',
};
