import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultMessage } from '../../../domain/dispatches/dispatching.ts';
import { mailKinds } from '../../../domain/model/mail-kinds.ts';
import type { Language } from '../../../i18n/language.ts';
import { languages } from '../../../i18n/language.ts';
import { ourTexts } from '../../../i18n/texts/texts.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import { ourTranslations } from '../../../i18n/texts/translation.ts';
import {
  lockedMails,
  personMails,
  sampleDigests,
  sampleLink,
  sampleMails,
  sampleReader,
} from './mail-samples.ts';
import type { MailFacts } from './render-mail.ts';
import { renderMail, renderSms } from './render-mail.ts';

/** Mails about the account itself: their subject names nobody. */
function namesNobody(facts: MailFacts): boolean {
  const namesSomebody = ['sender', 'receiver', 'contact', 'link'].some((name) => name in facts);
  return facts.kind === 'revoked' || !namesSomebody;
}

function render(facts: MailFacts, language: Language = 'en') {
  const reader = { ...sampleReader(language), timeZone: 'Europe/Stockholm' };
  return renderMail(facts, { ...reader, serviceName: 'Clinic' });
}

for (const language of languages) {
  describe(`mails in ${language}`, () => {
    for (const kind of mailKinds.filter((each) => !namesNobody(sampleMails()[each]))) {
      test(`${kind}: text and HTML say the same`, () => {
        const facts = sampleMails()[kind];
        const { subject, text, html } = render(facts, language);
        const isToPerson = kind === 'invitation' || kind === 'reset';
        const expected = isToPerson ? /^[^\p{Cc}]+$/u : /^[^\p{Cc}]*Anna Berg[^\p{Cc}]*$/u;
        assert.match(subject, expected);
        assert.ok(html.includes(`<html lang="${language}"`));
        const words = [subject, 'anna.berg@clinic.example', 'Clinic', '2026'];
        if ('link' in facts) words.push(sampleLink);
        if ('files' in facts) words.push('scan.dcm');
        if ('message' in facts) words.push('Call me if one is missing.');
        for (const word of words) {
          assert.ok(text.includes(word), word);
          assert.ok(html.includes(word), word);
        }
      });
    }

    for (const facts of [...Object.values(sampleMails()).filter(namesNobody), ...sampleDigests()]) {
      test(`${facts.kind}: text and HTML say the same, and hold no link`, () => {
        const { subject, text, html } = render(facts, language);
        assert.match(subject, /^[^\p{Cc}]+$/u);
        const words = [subject, 'Clinic'];
        if ('email' in facts || 'mails' in facts) words.push('anna.berg@clinic.example');
        if (!('mails' in facts)) words.push('2026');
        for (const word of words) {
          assert.ok(text.includes(word), word);
          assert.ok(html.includes(word), word);
        }
        assert.doesNotMatch(html, /<a /);
      });
    }

    test('a digest lists some and counts the rest as the language writes numbers', () => {
      for (const facts of sampleDigests(50, 3462).slice(0, 2)) {
        const { subject, text, html } = render(facts, language);
        assert.match(subject, /3\D?462/);
        assert.match(text, /\n {2}[^\n]*3\D?412/);
        assert.match(html, /3(?:\D|&nbsp;)?412/);
        assert.equal(text.split('anna.berg@clinic.example').length - 1, 50);
      }
    });

    test('the mail of an answer sends people to a program for the files, not to a browser', () => {
      for (const count of [1, 5]) {
        const { text, html } = render(sampleMails({}, count).received, language);
        assert.match(text, /\bAPI\b/);
        assert.match(html, /\bAPI\b/);
        assert.ok(
          !text.includes(ourTranslations[language].say('mail.downloadAction', { files: count })),
        );
      }
    });

    test('a number of files is written as the language writes numbers', () => {
      const mails = sampleMails({}, 12_345);
      for (const kind of ['download', 'reminder', 'receipt', 'received', 'unfetched'] as const) {
        const { subject, text } = render(mails[kind], language);
        assert.match(subject, /12[^0-9]345/, kind);
        assert.doesNotMatch(text, /12345/, kind);
      }
    });

    test('one file and many are worded apart', () => {
      const [one, many] = [1, 5].map((count) => render(sampleMails({}, count).receipt, language));
      assert.notEqual(one?.subject, many?.subject.replace('5', '1'));
    });
  });
}

test('the button of an answer promises a look, and no inbox to open', () => {
  const { text } = render(sampleMails().received);
  assert.match(text, /See what has arrived/);
  assert.match(text, /a browser only shows what has arrived/);
  assert.doesNotMatch(text, /open your inbox|download/i);
});

test('Polish counts as Polish does', () => {
  const subjects = [1, 2, 5, 22].map(
    (count) => render(sampleMails({}, count).download, 'pl').subject,
  );
  assert.deepEqual(subjects, [
    'Anna Berg przesyła Ci 1 plik',
    'Anna Berg przesyła Ci 2 pliki',
    'Anna Berg przesyła Ci 5 plików',
    'Anna Berg przesyła Ci 22 pliki',
  ]);
});

test('the link stands twice: behind the button, and bare', () => {
  const { html, text } = render(sampleMails().download);
  assert.equal(html.split(`href="${sampleLink}"`).length - 1, 2);
  assert.equal(text.split(`\n${sampleLink}\n`).length - 1, 1);
});

test('a link that is no web page is refused', () => {
  const { upload } = sampleMails();
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '/u/relative']) {
    assert.throws(() => render({ ...upload, link } as MailFacts), TypeError);
  }
});

test('nothing is fetched from elsewhere', () => {
  for (const kind of mailKinds) {
    const { html } = render(sampleMails()[kind]);
    assert.doesNotMatch(html, /\bsrc=|<img|<link|url\(|@import/i);
  }
});

test('a subject shows the address beside a name that looks like one, and never such a name alone', () => {
  const name = (sender: { nick?: string; email?: string }) =>
    render({ ...sampleMails().upload, sender } as MailFacts).subject;
  const email = 'eve@b.example';
  for (const nick of ['ceo@corp.example', 'ceo＠corp', 'corp.example']) {
    assert.equal(name({ nick, email }), `${nick} (${email}) asks you for files`);
    assert.equal(name({ nick }), 'Clinic asks you for files');
  }
  assert.equal(name({ nick: email, email }), `${email} asks you for files`);
});

test('a sender is called by nick, else by e-mail, else by the name of the service', () => {
  const name = (sender: { nick?: string; email?: string }) =>
    render({ ...sampleMails().upload, sender } as MailFacts).subject;
  assert.equal(name({ nick: 'Anna', email: 'a@b.example' }), 'Anna asks you for files');
  assert.equal(name({ nick: '  ', email: 'a@b.example' }), 'a@b.example asks you for files');
  assert.equal(name({}), 'Clinic asks you for files');
});

test('what the sender wrote is quoted line by line, so that it cannot pose as ours', () => {
  const message = 'Hello\n\nDownload the files:\rhttps://evil.example';
  const { text } = render(sampleMails({ message }).download);
  assert.ok(text.includes('> Hello\n> \n> Download the files:\n> https://evil.example\n'));
  assert.doesNotMatch(text, /^https:\/\/evil/m);
});

test('a sender who wrote nothing is spoken for, in the language of the reader', () => {
  for (const message of [undefined, '', ' \n ']) {
    const { text } = render(sampleMails({ message }).download, 'sv');
    assert.match(text, /\n\nDu har fått filer\. /);
    assert.doesNotMatch(text, /^>/m);
  }
});

test('a mail about locked files has no message, names, sizes or number of files, nor has its subject', () => {
  for (const language of languages) {
    for (const facts of lockedMails()) {
      const { subject, text, html } = render(facts, language);
      const { say } = ourTranslations[language];
      assert.doesNotMatch(subject, /\d/);
      for (const told of ['scan.dcm', 'X-rays', say('mail.inAll')]) {
        assert.ok(!text.includes(told) && !html.includes(told), `${facts.kind}: ${told}`);
      }
    }
  }
});

test('what a sender wrote is not shown in the list of mails, where others may look', () => {
  const { html } = render(sampleMails().download);
  const [, preheader = ''] = /display:none[^>]*>([^<]*)</.exec(html) ?? [];
  assert.match(preheader, /^Available until Sunday,? 22 November 2026.*\.$/);
});

test('a mail to a receiver says for whom the link is', () => {
  for (const kind of ['download', 'upload', 'reminder'] as const) {
    const { text, html } = render(sampleMails()[kind]);
    assert.match(text, /\nMeant for +anna\.berg@clinic\.example only\n/, kind);
    assert.ok(html.includes('>anna.berg@clinic.example only<'), kind);
  }
});

test('in text, files and facts stand in columns', () => {
  const { text } = render(sampleMails({ fileName: 'x' }, 1).download);
  assert.match(text, /\n {2}x {3}1\.2.GB\n/);
  assert.match(
    text,
    /\nAvailable until {3}Sunday.*\nIn all {12}1 file, 1\.2.GB\nMeant for {9}anna/,
  );
});

test('long lists of files end in a number', () => {
  const { text, html } = render(sampleMails({}, 62).download);
  assert.equal(text.split('  scan.dcm').length - 1, 50);
  assert.equal(html.split('>scan.dcm<').length - 1, 50);
  assert.ok(text.includes('\n  and 12 more\n'));
  assert.ok(html.includes('>and 12 more<'));
  assert.doesNotMatch(render(sampleMails({}, 50).download).text, /and \d+ more/);
});

test('the largest mail stays under 60 kB', () => {
  for (const filler of ['x', '"', '🧳', '漢']) {
    const many = filler.repeat(10_000);
    const facts = sampleMails({ nick: many, email: many, message: many, fileName: many }, 100);
    for (const language of languages) {
      const { html } = render(facts.download, language);
      assert.ok(Buffer.byteLength(html) < 60_000, `${filler} ${language}`);
    }
  }
});

test('every text is used by some mail', () => {
  const used = new Set<string>();
  const say: Say = (key, ...values) => {
    used.add(key);
    return ourTranslations.en.say(key, ...values);
  };
  const reader = { ...sampleReader(), say };
  for (const words of [{ message: undefined }, { title: 'Scans', message: 'x'.repeat(4000) }]) {
    const mails = sampleMails(words, 60);
    const others = [...lockedMails(), ...personMails(), ...sampleDigests()];
    for (const facts of [...Object.values(mails), ...others]) {
      renderMail(facts, reader);
    }
    renderSms(mails.code, reader);
  }
  const keys = Object.keys(ourTexts.en.mail).map((name) => `mail.${name}`);
  assert.deepEqual([...used].sort(), keys.sort());
});

test('what history says of a drop without words is what its English mail said', () => {
  assert.equal(ourTexts.en.mail.downloadDefault, defaultMessage('drop'));
  assert.equal(ourTexts.en.mail.uploadDefault, defaultMessage('grant'));
});
