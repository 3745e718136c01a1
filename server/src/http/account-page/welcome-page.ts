import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';

export interface WelcomeView {
  serviceName: string;
  locale: string;
}

/** What a stranger sees at the front door. */
export function renderWelcomePage({ serviceName, locale }: WelcomeView): string {
  const body = html`<section class="notice">
    <h1>Send and receive files safely</h1>
    <p>
      ${serviceName} carries files that are too large or too private for a mail. They are encrypted
      while they are kept here, and erased when their time is over.
    </p>
    <h2>You got a mail with a link</h2>
    <p>
      Open the link exactly as it stands in the mail. It is meant for you alone, so please do not
      pass it on. If you do not know the sender, do not open it, and ask them in another way first.
    </p>
    <h2>You have an account</h2>
    <p>
      Your page is at this address, followed by your e-mail address and a slash, for example
      <code>/anna.berg@clinic.example/</code>
    </p>
    <h2>You would like an account</h2>
    <p>Accounts are given by whoever runs this service for you. There is no sign-up here.</p>
  </section>`;
  return renderPage({ title: 'Welcome', serviceName, locale, width: 'narrow', body });
}
