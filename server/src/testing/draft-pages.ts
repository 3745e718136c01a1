import type { TestContext } from 'node:test';

import { createDiscardedDrafts } from '../domain/drafts/discarded-drafts.ts';
import type { DraftDependencies } from '../domain/drafts/drafts.ts';
import { createDrafts } from '../domain/drafts/drafts.ts';
import type { Account } from '../domain/model/account.ts';
import { day, hour } from '../domain/model/clock.ts';
import type { Draft, DraftContents } from '../domain/model/draft.ts';
import type { DispatchId } from '../domain/model/ids.ts';
import type { IncomingUpload } from '../domain/model/incoming-upload.ts';
import type { UploadLimits } from '../domain/uploads/allowance.ts';
import { draftOwner } from '../domain/uploads/owners.ts';
import { createResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import type { ExchangeOptions } from './exchange-fixture.ts';
import { actor, openExchange, readAll } from './exchange-fixture.ts';

/** An exchange in which people prepare drops. */
export async function openDraftPages(
  context: TestContext,
  limits: Partial<UploadLimits> = {},
  options: ExchangeOptions = {},
) {
  const exchange = await openExchange(context, options);
  const all = { grantMaxFiles: 100, grantMaxBytes: undefined, maxFileBytes: undefined };
  const parts = { ...exchange, limits: { ...all, minFreeBytes: 0, ...limits } };
  const resumableUploads = createResumableUploads(parts);
  const draftParts: DraftDependencies = {
    ...parts,
    resumableUploads,
    ticketSecret: (id) => `ticket of ${id}`,
    lifetimeMs: parts.unsentLifetimeMs,
    terms: { minMs: hour, maxMs: 60 * day, defaultMs: 7 * day },
    contactsOnly: options.contactsOnly ?? false,
  };
  const drafts = createDrafts(draftParts);
  const discardedDrafts = createDiscardedDrafts({ ...parts, lifetimeMs: parts.unsentLifetimeMs });
  const alice = await exchange.addAccount('alice@example.com');

  /** Adds a file to a draft, as a whole. */
  async function addFile(draft: Draft, name: string, text: string): Promise<IncomingUpload> {
    const content = streamOf(text);
    return await resumableUploads.receive(actor, draftOwner(draft), {
      name,
      mediaType: 'text/plain',
      content,
    });
  }

  /** Stores a draft with nothing in it. */
  async function beginEmpty(account: Account = alice): Promise<Draft> {
    const proposed = await drafts.propose(account);
    return await drafts.begin(account, proposed.id, drafts.ticketOf(proposed));
  }

  async function begin(
    contents: Partial<DraftContents> = {},
    account: Account = alice,
  ): Promise<Draft> {
    const draft = await beginEmpty(account);
    return await drafts.change(account, draft.id, { ...draft, ...contents });
  }

  return {
    ...parts,
    draftParts,
    resumableUploads,
    drafts,
    discardedDrafts,
    alice,
    addFile,
    beginEmpty,
    begin,
  };
}

/** The names and the contents of the files of a drop. */
export async function contentsOf(
  { database, linkDownloads }: Awaited<ReturnType<typeof openDraftPages>>,
  id: DispatchId,
): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const file of await database.files.listInDispatch(id)) {
    const open = await linkDownloads.open(file);
    found.push([file.name, await readAll(open.read(0, file.sizeBytes))]);
  }
  return found;
}

async function* streamOf(text: string): AsyncGenerator<Buffer[]> {
  if (text !== '') yield await Promise.resolve([Buffer.from(text)]);
}
