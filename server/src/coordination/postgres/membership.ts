import { randomUUID } from 'node:crypto';
import type { ClientConfig, Notification, QueryResultRow } from 'pg';
import { Client, Pool } from 'pg';
import type { Clock } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { backoffMs } from '../../platform/concurrency/concurrency.ts';
import type { Timings } from './schema.ts';
import { deadProcesses, ensureTables, isMember } from './schema.ts';

/** A statement, with the name of this process as its first parameter. */
export type Run = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** Something that this process holds, and whose row belongs to it. */
export interface Held {
  /** Writes its row again, after the tables were emptied. */
  restore(run: Run): Promise<unknown>;
  /**
   * Others counted this process as dead and may hold the same by now. Returns whether it goes on, and is
   * to be written again.
   */
  lose(): boolean;
}

/** What happens at each renewal. */
export interface Beat extends QueryResultRow {
  renewal: number;
  interrupted: string[];
}

interface Parts {
  connection: ClientConfig;
  translate: (error: unknown) => unknown;
  timings: Timings;
  /** The clock by which other processes judge this one: it is never set by a test. */
  realClock: Clock;
  onFault: (error: unknown, text: string) => void;
}

const channel = 'valise_coordination';
const connections = 2;
const foreignKeyViolation = '23503';
const never = { monotonic: -Infinity, wall: -Infinity };

/**
 * The row by which this process counts as alive, on a connection of its own, and the connections for
 * everything else. What other processes hold is in the tables.
 */
export class Membership {
  readonly #parts: Parts;
  readonly #pool: Pool;
  readonly #held = new Set<Held>();
  /** Removals that failed while the server was away. */
  readonly #overdue = new Set<{ name: string; text: string; values: readonly unknown[] }>();
  readonly #beatListeners = new Set<(beat: Beat) => void>();
  readonly #noticeListeners = new Set<(notice: string) => void>();
  #name: string = randomUUID();
  #epoch: string | undefined;
  #lastBeat = never;
  #settlesAt = -Infinity;
  #session: Client | undefined;
  #joining: Promise<void> | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The beat that runs. */
  #beating: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#pool = new Pool({ ...parts.connection, max: connections, allowExitOnIdle: true });
    // The query that needs a lost connection reports it.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
  }

  /** Throws where the server cannot be reached. */
  async start(): Promise<void> {
    try {
      await this.#beat();
    } catch (error) {
      throw this.#parts.translate(error);
    } finally {
      this.#schedule();
    }
  }

  get name(): string {
    return this.#name;
  }

  /** Whether this process, by its present name, counts as alive for every other. */
  isCertain(): boolean {
    const { certainMs } = this.#parts.timings;
    const now = this.#readClocks();
    // Time passes for others while a machine is suspended, and its monotonic clock stands still.
    return (
      now.monotonic - this.#lastBeat.monotonic < certainMs &&
      now.wall - this.#lastBeat.wall < certainMs
    );
  }

  onBeat(listener: (beat: Beat) => void): void {
    this.#beatListeners.add(listener);
  }

  /** Calls `listener` with what `notify` was called with in any process, until it is removed. */
  onNotice(listener: (notice: string) => void): () => void {
    this.#noticeListeners.add(listener);
    return () => this.#noticeListeners.delete(listener);
  }

  hold(held: Held): void {
    this.#held.add(held);
  }

  letGo(held: Held): void {
    this.#held.delete(held);
  }

  /** Writes rows of this process. Throws `unavailable` where the server does not answer. */
  readonly write: Run = async (text, values = []) => {
    await this.#join();
    try {
      return await this.#run(text, values);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw this.#parts.translate(error);
    }
    // The row of this process is gone. It gets a new one, and its rows are written under that.
    await this.#rejoin();
    return await this.#translated(this.#run(text, values));
  };

  /**
   * Asks what holds for all processes, and removes the dead ones first: `text` must use `dead`. Throws
   * `unavailable` while other processes may not have written their rows again.
   */
  async ask<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    await this.#join();
    const { timings } = this.#parts;
    const whole = `with ${deadProcesses(timings)} ${text}`.replace('@isMember', isMember);
    for (let tries = 0; ; tries += 1) {
      const rows = await this.#translated(this.#run<Row & { is_member: boolean }>(whole, values));
      if (rows[0]?.is_member === true) {
        this.#refuseUnsettled();
        return rows;
      }
      if (tries > 0) throw unavailable('The server was cut off from its database.');
      await this.#rejoin();
    }
  }

  /**
   * Removes rows of this process. Resolves in any case: while the server is away nobody sees them, and they
   * are removed as soon as it is back.
   */
  async remove(text: string, values: readonly unknown[]): Promise<void> {
    const removal = { name: this.#name, text, values };
    try {
      await this.#pool.query(text, [removal.name, ...values]);
    } catch (error) {
      if (this.#isClosed) return;
      this.#overdue.add(removal);
      this.#parts.onFault(error, 'an end could not be told to other processes yet');
    }
  }

  /** Ends what this process holds, for all others. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#beating?.catch(() => undefined);
    const session = this.#session;
    this.#session = undefined;
    await session
      ?.query('delete from coordination_processes where name = $1', [this.#name])
      // Others notice the end of the session.
      .catch(() => undefined);
    await session?.end().catch(() => undefined);
    await this.#pool.end();
  }

  /** Ends without a word, as a process that is killed. */
  async die(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    await session?.end().catch(() => undefined);
    await this.close();
  }

  async #run<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, [this.#name, ...values])).rows;
  }

  async #translated<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await answer;
    } catch (error) {
      throw this.#parts.translate(error);
    }
  }

  async #join(): Promise<void> {
    if (this.#isClosed) throw unavailable('The server is stopping.');
    if (this.#epoch === undefined) await this.#rejoin();
  }

  #refuseUnsettled(): void {
    const waitMs = this.#settlesAt - performance.now();
    if (waitMs > 0) throw unavailable('The database has just come back.', waitMs);
  }

  /** Renews or writes the row of this process at once. */
  async #rejoin(): Promise<void> {
    this.#joining ??= this.#beat().finally(() => {
      this.#joining = undefined;
    });
    await this.#translated(this.#joining);
  }

  #readClocks() {
    const { realClock } = this.#parts;
    return { monotonic: realClock.monotonic(), wall: realClock.now() };
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const { beatMs, settleMs } = this.#parts.timings;
    // Every process must be back before the others stop waiting for it.
    const backoff = { firstMs: settleMs / 40, maxMs: settleMs / 4 };
    const pauseMs = this.#failures === 0 ? beatMs : backoffMs(this.#failures, backoff);
    this.#timer = setTimeout(() => {
      this.#beat()
        .catch((error: unknown) => {
          this.#parts.onFault(error, 'other processes cannot be told that this one lives');
        })
        .finally(() => {
          this.#schedule();
        });
    }, pauseMs).unref();
  }

  async #beat(): Promise<void> {
    while (this.#beating !== undefined) await this.#beating.catch(() => undefined);
    this.#beating = this.#beatOnce();
    try {
      await this.#beating;
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      const broken = this.#session;
      this.#session = undefined;
      void broken?.end().catch(() => undefined);
      throw error;
    } finally {
      this.#beating = undefined;
    }
  }

  async #beatOnce(): Promise<void> {
    if (this.#isClosed) return;
    const session = (this.#session ??= await this.#connect());
    for (const removal of this.#overdue) {
      await session.query(removal.text, [removal.name, ...removal.values]);
      this.#overdue.delete(removal);
    }
    const sentAt = this.#readClocks();
    const { rows } = await session.query<Beat>(
      `update coordination_processes set beat_at = clock_timestamp(), backend = pg_backend_pid()
       where name = $1
       returning (select renewal from coordination_epoch) as renewal,
         array(select file_id from coordination_leases where process = $1 and is_interrupted) as interrupted`,
      [this.#name],
    );
    const [beat] = rows;
    if (beat === undefined) await this.#writeRow(session);
    else {
      this.#lastBeat = sentAt;
      for (const listener of this.#beatListeners) listener(beat);
    }
  }

  async #connect(): Promise<Client> {
    const session = new Client(this.#parts.connection);
    session.on('error', () => undefined);
    session.on('notification', ({ payload = '' }: Notification) => {
      for (const listener of [...this.#noticeListeners]) listener(payload);
    });
    await session.connect();
    try {
      await ensureTables(session);
      await session.query(`listen ${channel}`);
    } catch (error) {
      void session.end().catch(() => undefined);
      throw error;
    }
    return session;
  }

  /**
   * Writes the row of this process, which was never written, or is gone. It is gone because the tables were
   * emptied, or because others removed it: then they may hold by now what this process held.
   */
  async #writeRow(session: Client): Promise<void> {
    const { settleMs } = this.#parts.timings;
    const sentAt = this.#readClocks();
    await session.query('begin');
    try {
      await session.query(
        'insert into coordination_epoch (since) values (clock_timestamp()) on conflict do nothing',
      );
      const { rows } = await session.query<{ id: string; settles_in: number; renewal: number }>(
        `select id::text, renewal, greatest(0, ceil($1 - extract(epoch from clock_timestamp() - since) * 1000))::float as settles_in
         from coordination_epoch`,
        [settleMs],
      );
      const [epoch] = rows;
      if (epoch === undefined) throw new Error('The tables of the coordination have no epoch');
      const wereEmptied = this.#epoch !== epoch.id && epoch.settles_in > 0;
      if (this.#epoch !== undefined && !wereEmptied) this.#lose();
      await session.query(
        'insert into coordination_processes (name, beat_at, backend, renewal, binds_people) values ($1, clock_timestamp(), pg_backend_pid(), $2, true)',
        [this.#name, epoch.renewal],
      );
      for (const held of this.#held) {
        await held.restore(async (text, values = []) => {
          return (await session.query<never>(text, [this.#name, ...values])).rows;
        });
      }
      await session.query('commit');
      this.#epoch = epoch.id;
      this.#settlesAt = performance.now() + epoch.settles_in;
      this.#lastBeat = sentAt;
    } catch (error) {
      await session.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  #lose(): void {
    this.#parts.onFault(
      new Error('Other processes took this one for dead'),
      'this process did not reach the database in time, and lost what it held',
    );
    this.#name = randomUUID();
    this.#lastBeat = never;
    for (const held of [...this.#held]) if (!held.lose()) this.#held.delete(held);
  }
}

/** Tells every process; to be used in a statement. */
export function notify(text: string): string {
  return `pg_notify('${channel}', ${text})`;
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === foreignKeyViolation;
}

export function unavailable(message: string, waitMs = 1_000): ValiseError {
  return new ValiseError('unavailable', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
