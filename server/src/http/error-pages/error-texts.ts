interface ErrorText {
  title: string;
  nextStep: string;
}

const texts: Record<number, ErrorText> = {
  400: {
    title: 'The request could not be understood',
    nextStep: 'Go back, reload the page and try again.',
  },
  401: {
    title: 'Please sign in',
    nextStep: 'Reload the page and enter your e-mail address and your key.',
  },
  403: {
    title: 'This is not open to you',
    nextStep:
      'Go back to your own page and start from there. A page that stood open for long needs a reload first.',
  },
  404: {
    title: 'There is nothing at this address',
    nextStep:
      'Check that the whole link was opened, as it stands in the mail. If its time is over, ask the sender to send the files again.',
  },
  405: {
    title: 'That does not work at this address',
    nextStep: 'Go back and use the buttons and links of the page.',
  },
  409: {
    title: 'This does not fit what is already there',
    nextStep: 'Reload the page to see how things stand now, then try again.',
  },
  413: {
    title: 'That is too large',
    nextStep:
      'Send fewer or smaller files at once, or ask the operator of this service for more room.',
  },
  429: {
    title: 'That was a little too often',
    nextStep: 'Wait a few minutes, then try again.',
  },
  500: {
    title: 'Something went wrong on our side',
    nextStep:
      'Try again in a few minutes. If it happens again, give the operator of this service the reference below.',
  },
  503: {
    title: 'The service is busy',
    nextStep: 'Your files are safe. Try again in a few minutes.',
  },
};

const otherClientError: ErrorText = {
  title: 'That did not work',
  nextStep: 'Go back and try again. If it happens again, ask the operator of this service.',
};

const otherServerError: ErrorText = {
  title: 'The service cannot answer now',
  nextStep: 'Try again in a few minutes.',
};

/** What happened, and what the reader can do, for any status of an error. */
export function errorText(status: number): ErrorText {
  return texts[status] ?? (status < 500 ? otherClientError : otherServerError);
}
