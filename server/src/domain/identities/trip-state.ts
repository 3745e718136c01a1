import type { MailId } from '../model/ids.ts';
import type { JoinLocale } from '../people/account-links.ts';
import type { OpenChallenge } from '../passkeys/challenges.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';

/** `link` and `prove` are acts of a signed-in person, whose session must still live when they come back. */
export type Intent = 'sign in' | 'join' | 'link' | 'prove';

/** What a state carries. A keyed hash covers it. */
export interface Payload {
  intent: Intent;
  next: string;
  /** Its id, from which nobody else can compute its secret. */
  invitation?: MailId;
  /** Of the page on which the person joins. */
  locale?: JoinLocale | undefined;
}

export function payloadOf({ payload }: OpenChallenge): Payload {
  return JSON.parse(payload) as Payload;
}

/** A state that a person began counts in their session; that of a stranger, in the browser of a visitor. */
export function useOf({ id }: IdentityProvider, isPersons: boolean, browser: string) {
  return { purpose: `${isPersons ? 'oidc of person' : 'oidc'} ${id}`, browser };
}
