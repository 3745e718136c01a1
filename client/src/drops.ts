import { endOf } from './send.ts';
import type { ReceiverToAdd } from './send.ts';
import type { Transport } from './transport.ts';
import type {
  AnyoneLink,
  Delivery,
  Drop,
  ListedDrop,
  NewReceiver,
  Receiver,
  SentDrop,
} from './types.ts';
import { randomKey } from './upload.ts';

export interface DropFilter {
  state?: ListedDrop['state'];
  /** What was sent with it. */
  reference?: string | undefined;
  createdAfter?: Date | string | undefined;
  createdBefore?: Date | string | undefined;
  signal?: AbortSignal;
}

export interface DeliveryFilter extends Omit<DropFilter, 'state'> {
  state?: Delivery['state'];
}

interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** What was sent: to follow and to change. */
export function createDrops(transport: Transport) {
  async function* list<Item>(
    path: string,
    filter: DropFilter | DeliveryFilter,
  ): AsyncGenerator<Item> {
    let after: string | undefined;
    do {
      const query = { ...queryOf(filter), after, limit: 200 };
      const page: Page<Item> = await transport.read({
        method: 'GET',
        path,
        query,
        signal: filter.signal,
      });
      yield* page.items;
      after = page.next ?? undefined;
    } while (after !== undefined);
  }

  async function act<Answer>(path: string, json?: object): Promise<Answer> {
    return await transport.read<Answer>({
      method: 'POST',
      path,
      idempotencyKey: randomKey(),
      ...(json !== undefined && { json }),
    });
  }

  return {
    status: (id: string, signal?: AbortSignal): Promise<Drop> =>
      transport.read<Drop>({ method: 'GET', path: pathOf(id), signal }),

    /** Drops, the newest first. */
    drops: (filter: DropFilter = {}): AsyncGenerator<ListedDrop> => list('/drops', filter),

    /** One row for each receiver of each drop. */
    deliveries: (filter: DeliveryFilter = {}): AsyncGenerator<Delivery> =>
      list('/deliveries', filter),

    /** The same as CSV, as the server writes it. */
    async deliveriesAsCsv(filter: DeliveryFilter = {}): Promise<ReadableStream<Uint8Array>> {
      const answer = await transport.request({
        method: 'GET',
        path: '/deliveries',
        query: { ...queryOf(filter), format: 'csv' },
        headers: { accept: 'text/csv' },
        signal: filter.signal,
      });
      return answer.body ?? new Blob().stream();
    },

    revoke: (id: string): Promise<Drop> => act(`${pathOf(id)}/revoke`),

    extend: async (
      id: string,
      end: { expiresIn?: number; expiresAt?: Date | string },
    ): Promise<Drop> => await act(`${pathOf(id)}/extend`, endOf(end)),

    /** Sends a live drop to more receivers. */
    addReceivers: (id: string, to: readonly ReceiverToAdd[]): Promise<SentDrop> =>
      act(`${pathOf(id)}/receivers`, {
        receivers: to.map((each) => (typeof each === 'string' ? { email: each } : each)),
      }),

    resend: (id: string, receiver: string): Promise<Receiver> =>
      act(`${pathOf(id)}/receivers/${encodeURIComponent(receiver)}/resend`),

    revokeReceiver: (id: string, receiver: string): Promise<Receiver> =>
      act(`${pathOf(id)}/receivers/${encodeURIComponent(receiver)}/revoke`),

    correct: (id: string, receiver: string, email: string): Promise<NewReceiver> =>
      act(`${pathOf(id)}/receivers/${encodeURIComponent(receiver)}/correct`, { email }),

    /** The links for anyone of a drop, with their addresses where the key may see links. */
    async anyoneLinks(id: string, signal?: AbortSignal): Promise<AnyoneLink[]> {
      const path = `${pathOf(id)}/anyone-links`;
      const { items } = await transport.read<{ items: AnyoneLink[] }>({
        ...{ method: 'GET', path, signal },
      });
      return items;
    },

    /** Makes one more link with which anyone can download a live drop. */
    addAnyoneLink: (id: string): Promise<AnyoneLink> => act(`${pathOf(id)}/anyone-links`),

    revokeAnyoneLink: (id: string, link: string): Promise<AnyoneLink> =>
      act(`${pathOf(id)}/anyone-links/${encodeURIComponent(link)}/revoke`),
  };
}

function pathOf(id: string): string {
  return `/drops/${encodeURIComponent(id)}`;
}

function queryOf({ state, reference, createdAfter, createdBefore }: DropFilter | DeliveryFilter) {
  const between = { created_after: timeOf(createdAfter), created_before: timeOf(createdBefore) };
  return { ...between, state, reference };
}

function timeOf(at: Date | string | undefined): string | undefined {
  return at instanceof Date ? at.toISOString() : at;
}
