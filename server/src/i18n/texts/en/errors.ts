export const errors = {
  /** The name of the number that the server’s log has, too. */
  reference: 'Reference',
  badRequest: {
    title: 'The request could not be understood',
    nextStep: 'Go back, reload the page and try again.',
  },
  signIn: {
    title: 'Please sign in',
    nextStep: 'Reload the page and enter your e-mail address and your key.',
  },
  forbidden: {
    title: 'You do not have access to this page',
    nextStep:
      'Go back to your own page and start from there. If the page was open for a long time, reload it first.',
  },
  notFound: {
    title: 'There is nothing at this address',
    nextStep:
      'Open the complete link from your e-mail. If it has expired, ask the sender to send the files again.',
  },
  wrongMethod: {
    title: 'That does not work at this address',
    nextStep: 'Go back and use the buttons and links on the page.',
  },
  conflict: {
    title: 'Something has changed in the meantime',
    nextStep: 'Reload the page to see the current state, then try again.',
  },
  tooLarge: {
    title: 'That is too large',
    nextStep:
      'Send fewer or smaller files at once, or ask the operator of this service for more space.',
  },
  tooMany: { title: 'Too many requests', nextStep: 'Wait a few minutes, then try again.' },
  failed: {
    title: 'Something went wrong on our side',
    nextStep:
      'Try again in a few minutes. If it happens again, give the operator of this service the reference below.',
  },
  busy: {
    title: 'The service is busy',
    nextStep: 'Your files are safe. Try again in a few minutes.',
  },
  otherRequest: {
    title: 'That did not work',
    nextStep: 'Go back and try again. If it happens again, contact the operator of this service.',
  },
  otherFailure: {
    title: 'The service is not available right now',
    nextStep: 'Try again in a few minutes.',
  },
};
