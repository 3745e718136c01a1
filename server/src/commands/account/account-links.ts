import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import type { Installation } from '../../compose/installation.ts';
import type { Config } from '../../config/settings.ts';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import { operator, withInstallation } from '../installation/open-data.ts';
import { browserOrigin, originOf } from './account-origin.ts';

function issueOf(installation: Installation) {
  return createAccountLinkIssue({ ...installation, hasher: installation.tokenHasher });
}

/** Invites a person by mail; returns the link. */
export async function inviteTo(
  installation: Installation,
  config: Config,
  email: string,
  origin = originOf(config),
): Promise<string> {
  const secret = await issueOf(installation).send(operator, email, 'invitation');
  return `${browserOrigin(origin)}/join/${secret}`;
}

export function invitationText(invitation: string): string {
  return `
Invitation, valid for 7 days and once. It is mailed too, when the server runs:
  ${invitation}
`;
}

export const accountInvite = defineCommand({
  name: 'account invite',
  summary: 'mail a person another link to set a first password',
  about: `Prints the link, too. It is valid for 7 days and once. Links from before end. The server mails it
while it runs.`,
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account invite anna@example.com'],
  async run(context, given) {
    const [email] = given.words;
    const invitation = await withInstallation(context, given, (installation, { config }) =>
      inviteTo(installation, config, email),
    );
    return {
      json: { status: 'ok', invitation },
      text: `Invited ${email}.\n${invitationText(invitation)}`,
    };
  },
});

export const accountReset = defineCommand({
  name: 'account reset',
  summary: 'mail a person a link to set a new password',
  about: `Prints the link, too. It is valid for one hour and once. The old password stays valid until then;
setting a new one ends all sessions. To end them at once, disable the account.`,
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['account reset anna@example.com'],
  async run(context, given) {
    const [email] = given.words;
    const reset = await withInstallation(context, given, async (installation, { config }) => {
      const secret = await issueOf(installation).send(operator, email, 'reset');
      return `${browserOrigin(originOf(config))}/reset/${secret}`;
    });
    return {
      json: { status: 'ok', reset },
      text: `A link to set a new password, valid for one hour and once:\n  ${reset}\n`,
    };
  },
});
