import js from '@eslint/js';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { noPromiseInAssertion } from './scripts/no-promise-in-assertion.js';

const randomness =
  'Secrets and ids come from the injected Randomness (node:crypto), never Math.random.';
const clock = 'Time comes from the injected Clock, so that tests can move it.';

export default tseslint.config(
  { ignores: ['node_modules/', 'data/', 'coverage/', 'build/'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // A type parameter that stands once is how a fresh id gets its brand: newId<FileId>().
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // The compiler refuses enums (erasableSyntaxOnly), and looking for them takes long.
      '@typescript-eslint/no-mixed-enums': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      eqeqeq: 'error',
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: randomness },
      ],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'node:vm', message: 'No code is ever made from data.' }] },
      ],
    },
  },
  {
    files: ['server/src/**/*.ts'],
    // Which database tests run on is chosen by the environment.
    ignores: ['**/*.test.ts', 'server/src/testing/test-environment.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: clock,
        },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clock },
        {
          selector: "CallExpression[callee.object.name='process'][callee.property.name='exit']",
          message: 'Only main.ts ends the process.',
        },
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only main.ts reads the environment; everything else takes a Config.',
        },
      ],
    },
  },
  {
    files: ['server/src/main.ts', './server/src/platform/system.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // A text that others write must not keep the event loop: no expression may take more than linear time.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignoreSticky: false, ignorePartial: false },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { valise: { rules: { 'no-promise-in-assertion': noPromiseInAssertion } } },
    rules: { 'valise/no-promise-in-assertion': 'error' },
  },
  {
    files: ['**/*.test.ts', 'web/**/*.test.js', 'e2e/**/*.ts', '**/*.conformance.ts'],
    rules: {
      // These return promises that the test runner itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    // Scripts of the pages are type-checked (web/tsconfig.json).
    ignores: ['web/**'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', URL: 'readonly' } },
  },
  {
    // The compiler of schemas writes checks that are true of every value, too. Their patterns are looked at as all are.
    files: ['server/src/http/generated/*.js'],
    rules: { '@typescript-eslint/no-unused-vars': 'off', 'no-constant-binary-expression': 'off' },
  },
  {
    files: ['**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { process: 'readonly', Atomics: 'readonly' },
    },
  },
);
