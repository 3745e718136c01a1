// The page for signing in: whoever was signed in before leaves nothing in the browser.

import { endOwnWorker } from './own-worker.js';

endOwnWorker();
