import { commonWords } from './common-words.ts';
import { leakedPasswords } from './leaked-passwords.ts';

/** Long enough that a slow hash protects it. There are no rules about kinds of characters. */
export const minPasswordLength = 12;
/** No password of a person is longer; hashing takes the same time for any. */
export const maxPasswordLength = 1024;

/**
 * `common`: a leaked password, or a word or two that attackers try first. `pattern`: repeated or neighbouring
 * characters, or digits alone. `personal`: the name, the address or the service.
 */
export type PasswordProblem = 'short' | 'long' | 'common' | 'pattern' | 'personal';

/** What is made of so many words, or more, is a phrase, which attackers do not try first. */
const phraseWords = 3;
/** Words of fewer letters do not make a phrase of it. */
const fillerLetters = 3;

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Why a password is refused. `known`: texts that an attacker knows, such as the address of the account and
 * the name of the service.
 */
export async function findPasswordProblem(
  password: string,
  known: readonly string[],
): Promise<PasswordProblem | undefined> {
  const length = Array.from(password).length;
  if (length < minPasswordLength) return 'short';
  if (length > maxPasswordLength) return 'long';
  const text = plain(password);
  // A single character may stand for eighteen letters.
  if (text.length > maxPasswordLength) return 'long';
  if (isPattern(text)) return 'pattern';
  const own = known.flatMap((each) => plain(each).split(/[^\p{L}\p{N}]+/u)).filter(isLongEnough);
  const core = betweenLetters(text);
  const spellings = [text, withoutLookalikes(core)].map((each) => each.replace(/[^\p{L}]/gu, ''));
  // Digits alone, such as a date or a telephone number, and a short word with digits around it.
  if (spellings.some((letters) => letters.length < 4)) return 'pattern';
  if (spellings.some((letters) => isMadeOf(letters, new Set(own), Infinity))) return 'personal';
  const all = own.length === 0 ? commonWords : new Set([...commonWords, ...own]);
  const isCommon = spellings.some((letters) => isMadeOf(unrepeated(letters), all, phraseWords - 1));
  if (isCommon) return 'common';
  const leaked = await leakedPasswords();
  const written = [text, core, ...spellings, ...spellings.map(unrepeated)];
  return written.some((each) => leaked.has(each)) ? 'common' : undefined;
}

/** The lower-case letters of a text, without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** From the first letter to the last. */
function betweenLetters(text: string): string {
  const characters = Array.from(text);
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const last = characters.findLastIndex(isLetter);
  return characters.slice(Math.max(0, characters.findIndex(isLetter)), last + 1).join('');
}

function isLongEnough(text: string): boolean {
  return text.length >= 3;
}

function withoutLookalikes(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign);
}

function isPattern(text: string): boolean {
  return new Set(text).size < 5 || isRepeated(text) || isRow(text) || isWalk(text);
}

function isRepeated(text: string): boolean {
  return /^(.{1,8})\1+.{0,3}$/su.test(text);
}

/** A word that is written twice is one word. */
function unrepeated(letters: string): string {
  // A repeated text is found again in two of it, before the second begins.
  return letters.slice(0, (letters + letters).indexOf(letters, 1));
}

/** Characters that each follow the one before, up or down. */
function isRow(text: string): boolean {
  let steps = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) === 1) steps += 1;
  }
  return steps >= text.length - 3;
}

/** Keyboards, row by row; a key touches those beside, above and below it. */
const keyboards = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl;', 'zxcvbnm,./'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl;', 'yxcvbnm,.-'],
  ['1234567890', 'azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!'],
].map(
  (rows) =>
    new Map(rows.flatMap((row, y) => Array.from(row, (key, x) => [key, { x, y }] as const))),
);

/** The part of its steps that a walk over neighbouring keys has. Words stay far below it. */
const walkShare = 0.7;

/** A walk over neighbouring keys, such as `1qaz2wsx3edc`. */
function isWalk(text: string): boolean {
  return keyboards.some((keyboard) => {
    let steps = 0;
    for (let at = 1; at < text.length; at += 1) {
      const from = keyboard.get(text.charAt(at - 1));
      const to = keyboard.get(text.charAt(at));
      if (from === undefined || to === undefined) continue;
      if (Math.max(Math.abs(from.x - to.x), Math.abs(from.y - to.y)) === 1) steps += 1;
    }
    return steps >= (text.length - 1) * walkShare;
  });
}

/** Whether the letters can be divided into these words, and into no more than `most`. Fillers do not count. */
function isMadeOf(letters: string, words: ReadonlySet<string>, most: number): boolean {
  const lengths = new Set(Array.from(words, (word) => word.length));
  const fewest = new Map([[0, 0]]);
  for (let end = 1; end <= letters.length; end += 1) {
    for (const length of lengths) {
      const before = fewest.get(end - length);
      if (before === undefined || !words.has(letters.slice(end - length, end))) continue;
      const count = before + (length > fillerLetters ? 1 : 0);
      fewest.set(end, Math.min(count, fewest.get(end) ?? count));
    }
  }
  const found = fewest.get(letters.length);
  return found !== undefined && found <= most;
}
