// Sends the uploaded files. When the answer is lost, the page itself shows whether it arrived.

import { codeIn, Refusal } from './tus-connection.js';

const checkEveryMs = 2000;
const checksUntilSure = 3;

/**
 * Resolves with whether the files were sent; rejects with a `Refusal`. `post` sends the request.
 * `countSendings` resolves with how many sendings the page tells of now, or with undefined while it
 * cannot be reached. `onLost` is called when the answer was lost.
 * @param {object} options
 * @param {() => Promise<Response>} options.post
 * @param {() => Promise<number | undefined>} options.countSendings
 * @param {number} options.sendingsBefore
 * @param {(delayMs: number) => Promise<void>} options.wait
 * @param {() => void} options.onLost
 * @returns {Promise<boolean>}
 */
export async function sendOff({ post, countSendings, sendingsBefore, wait, onLost }) {
  for (;;) {
    const answer = await post().catch(() => undefined);
    if (answer === undefined) break;
    if (answer.ok) return true;
    // Large files are verified before they are sent; until then the server says when to ask again.
    const retrySeconds = answer.status === 409 ? Number(answer.headers.get('retry-after')) : 0;
    if (!(retrySeconds > 0)) throw new Refusal(answer.status, codeIn(await answer.text()));
    await wait(retrySeconds * 1000);
  }
  onLost();
  for (let checks = 0; checks < checksUntilSure;) {
    await wait(checkEveryMs);
    const sendings = await countSendings();
    if (sendings === undefined) continue;
    if (sendings > sendingsBefore) return true;
    checks += 1;
  }
  return false;
}
