import { setTimeout as sleep } from 'node:timers/promises';
import type { Valise } from '../node/connect.ts';
import { ValiseProblem } from '../src/problem.ts';
import type { SendOptions } from '../src/send.ts';
import type { Drop, SentDrop } from '../src/types.ts';
import { demandAddresses } from './addresses.ts';
import { connected } from './connected.ts';
import type { SenderContext } from './define.ts';
import { defineSenderCommand, jsonOption } from './define.ts';
import { parseDuration, parseEnd } from './duration.ts';
import { readPassword } from './read-password.ts';
import { exitStatus, UsageError } from './exit-status.ts';
import { printable, printJson, showProgress, sizeInWords } from './output.ts';
import type { ChosenFile } from './send-files.ts';
import { findFiles } from './send-files.ts';
import type { SendJob } from './send-job.ts';
import { openSendJob } from './send-job.ts';
import { dropInWords } from './status.ts';
import type { Whole } from './upload-input.ts';
import { goingOn, uploadInput } from './upload-input.ts';

export const send = defineSenderCommand({
  name: 'send',
  summary: 'send files',
  about: `FILE may be a folder: its files are sent, those of folders below it, too, and receivers get them in
these folders. Links in it are left out. - is standard input, and --name gives it a name. A broken line is waited for, and an upload goes on where it stopped. A run that was
killed goes on when it is repeated with the same words; what was sent already is not sent again.
Standard input must be given again from its start then.`,
  words: { name: 'FILE', least: 1, most: Infinity },
  options: {
    to: { value: 'ADDRESS', doc: 'a receiver; once for each', isMany: true },
    anyone: { doc: 'print a link with which anyone can download, where the key may see it' },
    title: { value: 'TEXT', doc: 'what it is called' },
    message: { value: 'TEXT', doc: 'what the receivers read' },
    expires: { value: 'WHEN', doc: 'until when it can be fetched: 7d, or a date or time' },
    reference: { value: 'TEXT', doc: 'an id of your own, such as a case number' },
    'password-file': {
      value: 'FILE',
      doc: 'what receivers must enter, in a file; - is standard input. You tell it to them',
    },
    name: { value: 'NAME', doc: 'the name of standard input as a file' },
    notify: {
      value: 'HOW',
      doc: 'mail, or none: print the links, where the key may see them',
      suggests: ['mail', 'none'],
    },
    wait: { value: 'DURATION', doc: 'wait until all of --to have fetched all, for so long' },
    json: jsonOption,
  },
  examples: [
    'valise send report.pdf --to bob@example.com --message "Here it is."',
    'valise send scans --to bob@example.com --to eve@example.com --expires 7d',
    'valise send scans --anyone --expires 7d',
    'tar -c folder | valise send - --name folder.tar --to bob@example.com',
  ],
  async run(context, { words, options }) {
    const { to, anyone, title, message, expires, reference, notify, wait, json } = options;
    if (to.length === 0 && !anyone) throw new UsageError('--to or --anyone is missing.');
    if (to.length > 0) demandAddresses('--to', to);
    // Who has a link for anyone is not known, so that nobody is left to wait for.
    if (to.length === 0 && wait !== undefined) throw new UsageError('--wait needs --to.');
    if (notify !== undefined && notify !== 'mail' && notify !== 'none') {
      throw new UsageError('--notify must be mail or none.');
    }
    const waitSeconds = wait === undefined ? undefined : parseDuration('--wait', wait);
    const end = expires === undefined ? {} : parseEnd('--expires', expires);
    const valise = connected(context, 'transfer');
    const chosen = await choose(context, words, options.name);
    const passwordFile = options['password-file'];
    const password =
      passwordFile === undefined ? undefined : await readPassword(context, words, passwordFile);
    const asked: Omit<SendOptions, 'files'> = {
      to,
      ...(anyone && { anyone }),
      ...end,
      ...(title !== undefined && { title }),
      ...(message !== undefined && { message }),
      ...(reference !== undefined && { reference }),
      ...(notify !== undefined && { notify }),
      ...(password !== undefined && { options: { password } }),
    };
    const drop = await sendOnce(context, valise, chosen, asked, json);
    if (waitSeconds === undefined) {
      if (json) printJson(context, drop);
      else context.stdout.write(`Sent. The drop is ${drop.id}.\n${linksIn(drop)}`);
      return exitStatus.ok;
    }
    return await untilFetched(context, valise, drop, waitSeconds, json);
  },
});

/** Files, or standard input under a name. */
type Chosen = readonly ChosenFile[] | { input: string };

async function choose(
  { cwd, stderr }: SenderContext,
  words: readonly string[],
  name?: string,
): Promise<Chosen> {
  if (!words.includes('-')) {
    if (name !== undefined) throw new UsageError('--name is for standard input, which is -.');
    return await findFiles(words, cwd, (path) => {
      stderr.write(`valise: ${printable(path)} is no file and no folder, and is left out.\n`);
    });
  }
  if (words.length > 1) throw new UsageError('Standard input is sent alone.');
  if (name === undefined) throw new UsageError('--name is missing: standard input has none.');
  return { input: name };
}

async function sendOnce(
  context: SenderContext,
  valise: Valise,
  chosen: Chosen,
  asked: Omit<SendOptions, 'files'>,
  json: boolean,
): Promise<SentDrop> {
  const files =
    'input' in chosen
      ? [chosen]
      : chosen.map(({ path, size, modifiedMs }) => ({ path, size, modifiedMs }));
  // The name of the job's file is made of this: a password must not be guessed by it.
  const { options, ...known } = asked;
  const isGuarded = options?.password !== undefined;
  const same = { url: valise.url, ...known, files, ...(isGuarded && { isGuarded }) };
  const job = openSendJob(context.env, same);
  const totalBytes =
    'input' in chosen ? undefined : chosen.reduce((sum, { size }) => sum + size, 0);
  const progress = json ? undefined : showProgress(context.stderr, totalBytes);
  try {
    const uploads =
      'input' in chosen
        ? [await uploadInput(context, valise, job, chosen, progress)]
        : await uploadFiles(valise, job, chosen, progress);
    return await sendUploads(valise, job, { ...asked, uploads });
  } finally {
    progress?.clear();
  }
}

async function sendUploads(valise: Valise, job: SendJob, asked: SendOptions): Promise<SentDrop> {
  try {
    const drop = await valise.send({ ...asked, idempotencyKey: job.key() });
    job.end();
    return drop;
  } catch (error) {
    // What the server refuses for good is not tried again; uploads that are gone are uploaded anew.
    if (error instanceof ValiseProblem && error.retry === 'never' && error.status !== 401)
      job.end();
    throw error;
  }
}

type Progress = ReturnType<typeof showProgress> | undefined;

async function uploadFiles(
  valise: Valise,
  job: SendJob,
  files: readonly ChosenFile[],
  progress: Progress,
): Promise<Whole[]> {
  if (job.isContinued) progress?.step(goingOn);
  const uploads: Whole[] = [];
  let doneBytes = 0;
  for (const file of files) {
    const { path, sentPath, size } = file;
    let upload: Whole | undefined = job.uploadOf(file);
    if (upload === undefined) {
      upload = await valise.upload(
        { path: sentPath, content: path },
        {
          resumeKey: job.resumeKeyOf(file),
          onProgress: ({ sentBytes }) => progress?.update(sentPath, doneBytes + sentBytes),
        },
      );
      job.noteUpload(file, upload);
    }
    doneBytes += size;
    uploads.push(upload);
    progress?.step(`${printable(sentPath)}: ${sizeInWords(size)} uploaded`);
  }
  return uploads;
}

function linksIn({ receivers, anyone_links: anyoneLinks }: SentDrop): string {
  const ofReceivers = receivers.map(({ email, link }) =>
    link === undefined ? '' : `${printable(email)}  ${link}\n`,
  );
  const ofAnyone = anyoneLinks.map(({ url }) => (url === undefined ? '' : `anyone  ${url}\n`));
  return [...ofReceivers, ...ofAnyone].join('');
}

const shortestPauseMs = 1_000;
const longestPauseMs = 15_000;

/** Prints the drop when everybody has it, when nobody can fetch it any more, or when the time is over. */
async function untilFetched(
  context: SenderContext,
  valise: Valise,
  sent: SentDrop,
  waitSeconds: number,
  json: boolean,
): Promise<number> {
  const until = performance.now() + waitSeconds * 1000;
  let drop: Drop = sent;
  let pauseMs = shortestPauseMs;
  if (!json) {
    context.stderr.write(`Sent. The drop is ${drop.id}. Waiting until all have it.\n`);
    context.stdout.write(linksIn(sent));
  }
  while (drop.receivers.some(mayFetch) && performance.now() < until) {
    await sleep(Math.min(pauseMs, Math.max(0, until - performance.now())));
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5);
    drop = await valise.status(drop.id);
  }
  if (json) printJson(context, drop);
  else context.stdout.write(dropInWords(drop));
  return waitedStatus(drop);
}

/** Who can fetch no more has not; a drop that nobody has was done for nobody. */
export function waitedStatus({ receivers }: Pick<Drop, 'receivers'>): number {
  const fetched = receivers.filter(({ state }) => state === 'completed').length;
  if (fetched === receivers.length) return exitStatus.ok;
  return fetched === 0 || receivers.some(mayFetch) ? exitStatus.notFetched : exitStatus.partly;
}

function mayFetch({ state }: Drop['receivers'][number]): boolean {
  return state === 'waiting' || state === 'opened';
}
