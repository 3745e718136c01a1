export const app = {
  navigation: 'Main menu',
  home: 'Home',
  send: 'Send',
  sent: 'Sent',
  requests: 'Requests',
  inbox: 'Inbox',
  contacts: 'Contacts',
  settings: 'Settings',
  security: 'Security',
  admin: 'Admin',
  signOut: 'Sign out',
  welcome: 'Welcome, {name}',
  problems: 'There is a problem',
  backHome: 'Back to the start page',
  reference: 'Reference:',
  errors: {
    notFound: {
      title: 'Page not found',
      text: 'There is nothing at this address, or it is not yours.',
    },
    formExpired: {
      title: 'This page is too old',
      text: 'Nothing was changed. Go back, reload the page and try again.',
    },
    signedOut: {
      title: 'You have been signed out',
      text: 'What you uploaded and what was saved is still here. Sign in to continue where you were.',
    },
    tooMany: {
      title: 'Too many attempts',
      text: 'Wait a minute, then try again.',
    },
    tooLarge: {
      title: 'That is too large',
      text: 'Nothing was changed. Go back and send less at once.',
    },
    busy: {
      title: 'The service is busy',
      text: 'Your files are safe. Try again in a few minutes.',
    },
    failed: {
      title: 'That did not work',
      text: 'Try again. If it keeps happening, contact the operator of this service.',
    },
  },
};
