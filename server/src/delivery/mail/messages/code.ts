import type { Letter } from './letter.ts';
import { close, introduce, report, unquoted } from './letter-parts.ts';
import type { CodeFacts } from './mail-facts.ts';
import { showName } from './user-text.ts';
import type { Wording } from './wording.ts';

/** The subject does not hold the code: mail servers write subjects into their logs. */
export function composeCode(facts: CodeFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: texts.codeSubject(name),
    address,
    intro: texts.codeIntro(facts.code),
    ...unquoted,
    files: [],
    moreFiles: undefined,
    action: undefined,
    until: texts.codeUntil(formats.dateTime(facts.expiresAt)),
    installationValues: [texts.codeUnexpected(), ...report(wording)],
    ...close(undefined, wording),
  };
}

/** The same as a short message. */
export function composeCodeSms({ code }: CodeFacts, { texts, serviceName }: Wording): string {
  return texts.codeSms(code, showName(serviceName));
}
