import type { Letter } from './letter.ts';
import { close, introduce, report, unquoted } from './letter-parts.ts';
import type { CodeFacts } from './mail-facts.ts';
import { showName } from './user-text.ts';
import type { Wording } from './wording.ts';

/** The subject does not hold the code: mail servers write subjects into their logs. */
export function composeCode(facts: CodeFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: say('mail.codeSubject', { sender: name }),
    address,
    intro: say('mail.codeIntro', { code: facts.code }),
    ...unquoted,
    files: [],
    moreFiles: undefined,
    action: undefined,
    until: say('mail.codeUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: [say('mail.codeUnexpected'), ...report(wording)],
    ...close(undefined, wording),
  };
}

/** The same as a short message. */
export function composeCodeSms({ code }: CodeFacts, { say, serviceName }: Wording): string {
  return say('mail.codeSms', { code, service: showName(serviceName) });
}
