import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { IndexView } from './index-view.ts';

/** How a program calls an operation of its account; nothing for people, whose sign-in is another. */
export function curlHint(
  view: IndexView,
  operation: string,
  ...options: string[]
): Html | undefined {
  if (view.account.role !== 'api') return undefined;
  const lines = [
    `curl -u ${shellQuote(view.account.email)} -H "CSRF-Token: $TOKEN"`,
    ...options,
    shellQuote(`${view.accountUrl}${operation}`),
  ];
  return html`<pre class="hint"><code>${lines.join(' \\\n')}</code></pre>`;
}

/** How a program reads its token from the page. */
export function tokenHint(view: IndexView): Html {
  const lines = [
    `TOKEN=$(curl -s -u ${shellQuote(view.account.email)} ${shellQuote(view.accountUrl)}`,
    `| sed -n 's/.*type="hidden".* value="\\([^"]*\\)".*/\\1/p')`,
  ];
  return html`<pre class="hint"><code>${lines.join(' \\\n')}</code></pre>`;
}

/** One word of a shell command, whatever stands in it. */
function shellQuote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
