import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { accountsOf } from './account-list.ts';

export const accountAuthenticatorRemove = defineCommand({
  name: 'account authenticator remove',
  summary: 'remove the authenticator app of a person who lost it',
  about: `Removes the recovery codes, too, and tells the person by mail. The password is enough to sign in
from then on. First make sure that it is really the person who asks. Passkeys and linked identities
stay.`,
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account authenticator remove anna@example.com'],
  async run(context, given) {
    const [email] = given.words;
    await withInstallation(context, given, (installation, { config }) =>
      accountsOf(installation, config).removeAuthenticator(operator, email),
    );
    return { json: { status: 'ok' }, text: `Removed the authenticator app of ${email}.\n` };
  },
});
