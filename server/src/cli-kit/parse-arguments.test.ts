import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments, takeSettingFlags } from './define-command.ts';

const shape = {
  usage: 'valise send FILE [--to NAME] [--fast]',
  words: ['FILE'],
  options: { to: { value: 'NAME', doc: '' }, fast: { doc: '' } },
} as const;

test('words, options and flags of settings may stand in any order', () => {
  const args = [
    '--data',
    'd',
    '--fast',
    '--contacts-only',
    'f',
    '--port=1',
    '--to',
    'x',
    '--host',
    'h',
  ];
  assert.deepEqual(parseArguments(args, shape), {
    words: ['f'],
    options: { to: 'x', fast: true },
    settingFlags: ['--data', 'd', '--contacts-only', '--port=1', '--host', 'h'],
  });
  assert.deepEqual(parseArguments(['-'], shape).options, { fast: false });
});

test('after -- nothing is an option', () => {
  assert.deepEqual(parseArguments(['--', '--data'], shape).words, ['--data']);
});

test('a flag of a setting that lacks its value leaves the next flag alone', () => {
  assert.deepEqual(takeSettingFlags(['--port', '--json', 'x']), {
    taken: ['--port'],
    rest: ['--json', 'x'],
  });
});

const mistakes: [args: string[], says: RegExp][] = [
  [[], /^FILE is missing\. Usage: valise send FILE/],
  [['a', 'secret'], /^This command takes FILE and no further words\./],
  [['a', '--fats'], /^There is no option --fats\. Did you mean --fast\?/],
  [['a', '--prot=secret'], /^There is no option --prot\. Did you mean --port\?/],
  [['a', '-x'], /^There is no option -x\. Usage/],
  [['a', '--to'], /'--to <value>' argument missing\. Usage/],
  [['a', '--to', '--fast'], /'--to' argument is ambiguous\. Usage/],
  [['a', '--fast=secret'], /'--fast' does not take an argument\. Usage/],
];

for (const [args, says] of mistakes) {
  test(`"${args.join(' ')}" is wrong usage, and no value is repeated`, () => {
    assert.throws(
      () => parseArguments(args, shape),
      (error: unknown) => {
        assert.ok(error instanceof Error && 'code' in error);
        assert.equal(error.code, 'usage');
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      },
    );
  });
}
