export const code = {
  /** The title of the page that asks for a code. */
  title: '{sender} sent you files',
  /** For a sender without a name. */
  titleUnnamed: 'Files for you from {service}',
  lead: 'Enter a code to open this page, so that we know it is you.',
  /** For a receiver to whom no code can be sent. */
  unreachable:
    'You need a code to open this page, but we have no way to send you one. Please contact the sender.',
  /** Above the buttons that send a code where there is none to enter. */
  ask: 'Get a code',
  /** Above the buttons that send another one. */
  again: 'No code yet?',
  bySms: 'Send it by SMS to {to}',
  byEmail: 'Send it by e-mail to {to}',
  sent: 'We have sent an 8-digit code to {to}. It may take a minute to arrive and is valid for 10 minutes.',
  label: 'Code',
  /** What a code looks like. */
  form: '8 digits',
  submit: 'Continue',
  wrong: {
    one: 'That code is not correct. You have {tries} try left.',
    other: 'That code is not correct. You have {tries} tries left.',
  },
  spent:
    'That code was entered incorrectly too many times and is no longer valid. Request a new one.',
  expired: 'The code has expired. Request a new one.',
  /** For a browser that did not request the code, or keeps no cookies. */
  cookies:
    'A code only works in the browser that requested it. Allow cookies for this page, then request a new code.',
  /** For a code that was not delivered at the first attempt. */
  stuck: 'No code has reached {to} yet. Wait a little, or request another one.',
  /** For an address or number that gets no more codes. */
  wait: 'No more codes can be sent to {to} for now. Please try again in an hour.',
};
