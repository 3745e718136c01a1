import { defineSenderCommand, jsonOption } from './define.ts';

export const conformance = defineSenderCommand({
  name: 'conformance',
  summary: "check a server against the contract of the customer's API",
  about: `Runs the suite of conformance against any server that claims the contract, on an account made for it.
The key is read from standard input, or from the file that VALISE_KEY_FILE names; on a terminal it is
asked for. Each check has passed, failed, or was not tried. docs/conformance.md says what is left behind.`,
  words: { name: 'URL', least: 0, most: 1 },
  options: {
    account: { value: 'EMAIL', doc: 'the account that is used; it must be empty' },
    other: {
      value: 'EMAIL',
      doc: 'a second account, for what one must not see of another; its key is in the file that VALISE_OTHER_KEY_FILE names',
    },
    overwrite: { doc: 'take an account that is in use: its contacts and uploaded files are lost' },
    only: { value: 'PATTERN', doc: 'only checks whose id or title contains it; * is any text' },
    list: { doc: 'list the checks, and run none' },
    'allow-plain-http': {
      doc: 'take an address with http:, where everybody on the line can read the key',
    },
    json: jsonOption,
  },
  examples: [
    'valise conformance https://files.example.com --account probe@example.com < key.txt',
    "valise conformance --list --only 'download/*'",
  ],
  async run(context, { words: [url], options }) {
    // The help of all commands loads this one, and needs none of the checks.
    const { runConformance } = await import('./run-conformance.ts');
    return await runConformance(context, {
      ...options,
      url,
      allowPlainHttp: options['allow-plain-http'],
    });
  },
});
