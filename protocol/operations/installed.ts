import { Type } from 'typebox';
import { nothing, typed } from './fields.ts';
import { operation } from './operation.ts';

/** In which language; left out, the browser's. */
const inLanguage = { query: Type.Object({ lang: typed }) };

/**
 * What a browser needs to install the pages of people as an application. It asks for these without a session, and they
 * say nothing of anybody.
 */
export const installedOperations = {
  manifest: operation({
    summary: 'The manifest with which a browser installs the pages of people as an application.',
    on: 'GET /app/manifest.webmanifest',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: 'file',
  }),
  icon: operation({
    summary: 'The icon of the installed application.',
    on: 'GET /app/icons/:name',
    access: 'public',
    cost: 'none',
    input: { params: Type.Object({ name: Type.String() }) },
    answer: 'file',
  }),
  worker: operation({
    summary:
      'The service worker of the pages of people; where the application cannot be installed, one that removes itself.',
    on: 'GET /app/worker.js',
    access: 'public',
    cost: 'none',
    input: inLanguage,
    answer: 'file',
  }),
  offline: operation({
    summary: 'What the service worker shows in place of a page while there is no connection.',
    on: 'GET /app/offline',
    access: 'public',
    cost: 'none',
    input: inLanguage,
    answer: 'page',
  }),
};
