/* global addEventListener */
// What every page of people who are signed in needs.

import './app-page.js';
import './live-part.js';
import './drop-anywhere.js';
import { keepOwnWorker } from './own-worker.js';

// The page comes first.
addEventListener('load', keepOwnWorker);
