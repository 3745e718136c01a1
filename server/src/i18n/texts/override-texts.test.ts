import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { languages } from '../language.ts';
import { movedTexts } from './moved-texts.ts';
import { overrideTexts } from './override-texts.ts';
import { ourTexts } from './texts.ts';
import { translate } from './translation.ts';

function override(given: unknown) {
  const overridden = overrideTexts('pl', given);
  return { ...overridden, say: translate({ pl: overridden.texts }).pl.say };
}

describe('a text of the operator’s', () => {
  test('takes the place of ours, and the others stay', () => {
    const { texts, problems } = override({
      download: { files: 'Twoje pliki' },
      upload: { script: { left: 'jeszcze {time}', send: { one: 'Wyślij plik' } } },
    });
    assert.deepEqual(problems, []);
    const { download, upload } = ourTexts.pl;
    const script = {
      ...upload.script,
      left: 'jeszcze {time}',
      send: { ...upload.script.send, one: 'Wyślij plik' },
    };
    assert.deepEqual(texts, {
      ...ourTexts.pl,
      download: { ...download, files: 'Twoje pliki' },
      upload: { ...upload, script },
    });
  });

  test('has its values filled in, by the grammar of its language', () => {
    const forms = { one: '{sender}: plik', few: '{count} pliki', other: '{count} plików' };
    const { say, problems } = override({ download: { sentBy: forms } });
    assert.deepEqual(problems, []);
    const said = [1, 3, 5].map((count) => say('download.sentBy', { sender: 'Anna', count }));
    assert.deepEqual(said, ['Anna: plik', '3 pliki', '5 plików']);
  });

  test('may have plural forms wherever it counts: files, receivers and tries', () => {
    const { say, problems } = override({
      code: { wrong: { one: 'ostatnia próba', few: '{tries} próby', other: '{tries} prób' } },
      mail: {
        undeliveredManySubject: { one: 'odbiorca', other: '{receivers} odbiorców' },
        moreFiles: { one: 'i jeszcze plik', other: 'i {count}' },
      },
    });
    assert.deepEqual(problems, []);
    const tries = [1, 2, 5].map((each) => say('code.wrong', { tries: each }));
    assert.deepEqual(tries, ['ostatnia próba', '2 próby', '5 prób']);
    assert.equal(say('mail.undeliveredManySubject', { receivers: 5 }), '5 odbiorców');
    assert.equal(say('mail.moreFiles', { count: 1 }), 'i jeszcze plik');
  });

  test('takes a value for what it is: no template, no pattern', () => {
    const { say } = override({ download: { sentBy: '{sender} – {count}' } });
    const sender = '{count}$&$1{sender}<b>';
    assert.equal(say('download.sentBy', { sender, count: 2 }), `${sender} – 2`);
  });

  test('gives way to ours where its value is not known', () => {
    const { say } = override({ upload: { title: 'Od: {sender}', told: 'Wysłano.' } });
    assert.equal(say('upload.title', { sender: 'Anna' }), 'Od: Anna');
    assert.equal(say('upload.title', { sender: undefined }), ourTexts.pl.upload.titleUnnamed);
    assert.equal(say('upload.told', { sender: undefined }), 'Wysłano.');
  });

  test('can be replaced for the case that a value is not known', () => {
    const { say, problems } = override({ upload: { titleUnnamed: 'Prosimy o pliki' } });
    assert.deepEqual(problems, []);
    assert.equal(say('upload.title', { sender: undefined }), 'Prosimy o pliki');
    assert.match(say('upload.title', { sender: 'Anna' }), /Anna/);
  });
});

describe('what is wrong is refused by name', () => {
  for (const [given, field, problem] of [
    [{ upload: { begun: 'x' } }, 'pl.json.upload.begun', /object of texts/],
    [[], 'pl.json', /object of texts/],
    [null, 'pl.json', /object of texts/],
    [{ download: { files: 5 } }, 'pl.json.download.files', /must be a text/],
    [{ download: { files: ' ' } }, 'pl.json.download.files', /must be a text/],
    [{ download: { files: 'a\nb' } }, 'pl.json.download.files', /one line/],
    [{ download: { files: 'x'.repeat(2001) } }, 'pl.json.download.files', /2000/],
    [{ download: { files: 'Hi {name}' } }, 'pl.json.download.files', /has \{name\}.* no values/],
    [
      { download: { sentBy: '{receiver}' } },
      'pl.json.download.sentBy',
      /has \{receiver\}.*\{sender\}, \{count\}/,
    ],
    [{ download: { sentBy: '{ sender}' } }, 'pl.json.download.sentBy', /brace/],
    [{ download: { sentBy: { one: 'x' } } }, 'pl.json.download.sentBy', /"other"/],
    [{ download: { sentBy: 5 } }, 'pl.json.download.sentBy', /"other"/],
    [
      { download: { sentBy: { two: 'x', other: 'y' } } },
      'pl.json.download.sentBy.two',
      /one, few, many, other/,
    ],
    [{ download: { sentBy: { other: '{x}' } } }, 'pl.json.download.sentBy.other', /has \{x\}/],
    [{ upload: { title: { other: 'x' } } }, 'pl.json.upload.title', /must be a text/],
    [{ upload: { script: { left: '{count}' } } }, 'pl.json.upload.script.left', /\{time\}/],
  ] as const) {
    test(`${field}: ${JSON.stringify(given).slice(0, 60)}`, () => {
      const { texts, problems } = override(given);
      assert.deepEqual(
        problems.map((each) => each.field),
        [field],
      );
      assert.match(problems[0]?.problem ?? '', problem);
      assert.equal(texts, ourTexts.pl);
    });
  }
});

describe('a text that is not there', () => {
  for (const [given, field] of [
    [{ download: { greetings: 'x' } }, 'pl.json.download.greetings'],
    [{ constructor: 'x' }, 'pl.json.constructor'],
    [JSON.parse('{ "__proto__": { "files": "x" } }'), 'pl.json.__proto__'],
    [{ pages: { title: 'x' } }, 'pl.json.pages'],
    [{ upload: { begun: { outer: 'x' } } }, 'pl.json.upload.begun.outer'],
  ] as const) {
    test(`is a warning, and the others are used: ${field}`, () => {
      const { texts, problems, warnings } = override({
        ...(given as object),
        code: { label: 'Kod' },
      });
      assert.deepEqual(problems, []);
      const problem = 'There is no such text. It is not used.';
      assert.deepEqual(warnings, [{ field, problem }]);
      assert.deepEqual(texts, { ...ourTexts.pl, code: { ...ourTexts.pl.code, label: 'Kod' } });
    });
  }
});

describe('a text at the key that it had before', () => {
  test('is used at the key that it has now', () => {
    const { say, texts, problems, warnings } = override({
      send: { remove: 'Wyrzuć', script: { waiting: 'Czekamy', refused: { one: 'Nie ten plik' } } },
    });
    assert.deepEqual([problems, warnings], [[], []]);
    const { remove, waiting, refused } = texts.upload.script;
    assert.deepEqual([remove, waiting, refused.one], ['Wyrzuć', 'Czekamy', 'Nie ten plik']);
    assert.equal(say('upload.script.remove'), 'Wyrzuć');
    assert.deepEqual(texts.send, ourTexts.pl.send);
  });

  test('is a warning where the file has the key of now as well', () => {
    const { texts, problems, warnings } = override({
      send: { remove: 'Wyrzuć' },
      upload: { script: { remove: 'Precz' } },
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      warnings.map(({ field }) => field),
      ['pl.json.send.remove'],
    );
    assert.match(warnings[0]?.problem ?? '', /upload\.script\.remove/);
    assert.equal(texts.upload.script.remove, 'Precz');
  });

  test('is checked as at the key that it has now', () => {
    const { problems } = override({ send: { chooseAgain: '{count}' } });
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['pl.json.upload.begun.part'],
    );
  });

  test('is found under no key that a text has now', () => {
    for (const language of languages) {
      const { warnings } = overrideTexts(language, ourTexts[language]);
      assert.deepEqual(warnings, []);
      for (const [earlier, key] of Object.entries(movedTexts)) {
        assert.equal(findText(ourTexts[language], earlier), undefined, earlier);
        assert.notEqual(findText(ourTexts[language], key), undefined, key);
      }
    }
  });
});

function findText(texts: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], texts);
}

/** The texts of operators' files since the first release, each with all values that it may use. None may go. */
const promised: Readonly<Record<string, string>> = {
  download: `
    skipToContent promise language sentBy{sender}{count} sentThrough{service}{count} sent
    message defaultMessage files download fileListPages shownFiles{from}{to}{total}
    previousFiles nextFiles downloadAll{size} downloaded allDownloaded checksums checksumsHelp
    availableUntil timeLeft{duration} endsSoon{count} unexpected whatThisIs{service} whenInDoubt
    keepTheLink report{address} endedTitle endedReason endedAdvice waitTitle waitAdvice
    noReminder.title noReminder.text noReminder.action noReminder.done noMail.title noMail.text
    noMail.fromSender noMail.fromAll noMail.done running.downloading running.checking
    running.checked running.mismatch running.brokeOff running.offline running.byBrowser`,
  upload: `
    title{sender} until limits{count}{size} fileLimit{size} drop choose message send together
    sentTitle leftOut sentAt told{sender} more full begun.title begun.whole begun.part{share}
    unexpected.title unexpected.text ended.title ended.text refusals.tooLarge refusals.noFiles
    refusals.invalid refusals.noSpace refusals.ended refusals.locked refusals.failed
    script.send.one{count} script.send.other{count} script.remove script.cancel script.pause
    script.resume script.paused script.waiting script.total script.sending script.storing
    script.left{time} script.stopped script.lost script.checking script.alreadyChosen
    script.emptyFolder script.unreadable script.refused.one{count} script.refused.other{count}
    script.badName script.fileTooLarge script.tooManyFiles script.noRoom`,
  code: `
    title{sender}{service} lead unreachable ask again bySms{to} byEmail{to} sent{to} label form
    submit wrong{tries} spent expired cookies stuck{to} wait{to}`,
  mail: `
    downloadSubject{sender}{files} downloadDefault downloadAction{files} uploadSubject{sender}
    uploadDefault uploadAction reminderSubject{sender}{files} reminderIntro{files}
    receiptSubject{receiver}{files} receiptIntro{date} receivedSubject{contact}{files}
    receivedIntro{files} receivedAction unfetchedSubject{receiver}{files} unfetchedIntro{date}
    moreFiles{count} orOpen availableUntil{date} uploadUntil{date} messageGoesOn keepLink
    unexpected report{address} receiptReason receivedReason unfetchedReason codeSubject{sender}
    codeIntro{code} codeUntil{date} codeUnexpected codeSms{code}{service} lockedSubject{sender}
    lockedReminderSubject{sender} lockedIntro lockedAction undeliveredSubject{receiver}
    undeliveredManySubject{receivers} undeliveredIntro undeliveredUnwanted undeliveredReason
    unfetchedManySubject{receivers} unfetchedManyIntro codesRefusedSubject{receiver}
    codesRefusedIntro{date} codesUsedUpSubject{receiver} codesUsedUpIntro{date} revokedSubject revokedIntro{date} revokedReceiverIntro{date}
    keyRotatedSubject accountDisabledSubject accountEnabledSubject accountIntro{date}
    securityReason unwanted sentBy{service}`,
};

test('every text that operators could ever replace can be replaced, with every value', () => {
  for (const language of languages) {
    for (const [group, paths] of Object.entries(promised)) {
      for (const written of paths.trim().split(/\s+/)) {
        const [path = ''] = written.split('{', 1);
        const given = path
          .split('.')
          .reduceRight<unknown>((inner, name) => ({ [name]: inner }), written);
        const { texts, problems, warnings } = overrideTexts(language, { [group]: given });
        assert.deepEqual([problems, warnings], [[], []], `${language} ${group}.${written}`);
        assert.ok(JSON.stringify(texts).includes(`"${written}"`));
      }
    }
  }
});

test('a file that changes every text is read whole', () => {
  for (const language of languages) {
    const given = change(ourTexts[language]);
    const { texts, problems } = overrideTexts(language, given);
    assert.deepEqual(problems, []);
    assert.deepEqual(texts, given);
  }
});

function change(texts: unknown): unknown {
  if (typeof texts === 'string') return `*${texts}`;
  return Object.fromEntries(
    Object.entries(texts as object).map(([name, text]) => [name, change(text)]),
  );
}
