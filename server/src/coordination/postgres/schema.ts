import type { ClientBase } from 'pg';

/** How long silence may last. A process must give up before others may take it for dead. */
export interface Timings {
  /** How often a process renews its row. */
  beatMs: number;
  /** A process whose last renewal is older no longer trusts that it counts as alive. */
  certainMs: number;
  /** A process whose session has ended is dead after this: longer than a connection takes to come back. */
  orphanMs: number;
  /** A process whose session lives, such as one that was stopped, is dead after this. */
  deadMs: number;
  /** After the tables were emptied, no answer depends on what is not in them for so long. */
  settleMs: number;
  /** How often a process publishes what it counts and uses in its memory. */
  publishMs: number;
}

export const usualTimings: Timings = {
  beatMs: 1_000,
  certainMs: 3_000,
  orphanMs: 4_000,
  deadMs: 8_000,
  settleMs: 4_000,
  publishMs: 1_000,
};

/**
 * The tables are unlogged: a write costs no flush. A crash of the server, or a change to its standby,
 * empties them, and every process then writes again what it holds. Rows belong to a process and end with
 * it. Changes to tables and functions must only add, because nodes of two versions share them.
 */
const statements = `
create unlogged table coordination_epoch (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  since timestamptz not null,
  renewal integer not null default 0
);
insert into coordination_epoch (since) values ('epoch');

create unlogged table coordination_processes (
  name text primary key,
  beat_at timestamptz not null,
  backend integer not null,
  renewal integer not null
) with (fillfactor = 50);

create unlogged table coordination_uploads (
  process text not null references coordination_processes on delete cascade,
  number integer not null,
  tray_of text,
  began_at timestamptz not null,
  wall bigint not null,
  primary key (process, number)
);
create index coordination_uploads_by_tray on coordination_uploads (tray_of);

create unlogged table coordination_leases (
  file_id text primary key,
  process text not null references coordination_processes on delete cascade,
  number integer not null,
  is_interrupted boolean not null default false
);
create index coordination_leases_by_process on coordination_leases (process);

create unlogged table coordination_token_uses (
  process text not null references coordination_processes on delete cascade,
  hash text not null,
  is_running boolean not null,
  account_id text not null,
  expires_at bigint not null,
  primary key (process, hash, is_running)
);
create index coordination_token_uses_by_account on coordination_token_uses (account_id);

create unlogged table coordination_counts (
  counter text not null,
  key text not null,
  opened_at timestamptz not null,
  count integer not null,
  primary key (counter, key)
);
create index coordination_counts_by_age on coordination_counts (opened_at);

create unlogged table coordination_slots (
  process text not null references coordination_processes on delete cascade,
  number integer not null,
  link text,
  network text,
  primary key (process, number)
);
create index coordination_slots_by_link on coordination_slots (link);
create index coordination_slots_by_network on coordination_slots (network);

create unlogged table coordination_reservations (
  process text not null references coordination_processes on delete cascade,
  number integer not null,
  key text not null,
  bytes bigint not null,
  primary key (process, number, key)
);
create index coordination_reservations_by_key on coordination_reservations (key);

create unlogged table coordination_leaders (
  job text primary key,
  process text not null references coordination_processes on delete cascade
);
create index coordination_leaders_by_process on coordination_leaders (process);

-- The time of windows and uploads; tests replace it.
create function coordination_now() returns timestamptz language sql volatile
as 'select clock_timestamp()';

-- Each statement of a function sees what was committed before it, so that the lock excludes others.
create function coordination_take_slot(
  _process text, _number integer, _link text, _network text,
  _per_link integer, _per_network integer, _in_all integer
) returns text language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('valise transfer slots', 0));
  if _per_link > 0 and _link is not null
    and (select count(*) from coordination_slots where link = _link) >= _per_link
    then return 'link'; end if;
  if _per_network > 0 and _network is not null
    and (select count(*) from coordination_slots where network = _network) >= _per_network
    then return 'network'; end if;
  if _in_all > 0 and (select count(*) from coordination_slots) >= _in_all
    then return 'all'; end if;
  insert into coordination_slots (process, number, link, network)
  values (_process, _number, _link, _network);
  return null;
end $$;

create function coordination_reserve(
  _process text, _number integer, _keys text[], _bytes bigint[], _max_bytes bigint[],
  _ahead_bytes bigint, _ahead_part integer, out exceeded_key text, out ahead_bytes bigint
) language plpgsql as $$
declare
  _key text;
  _room bigint;
begin
  for _key in select each from unnest(_keys) each order by each loop
    perform pg_advisory_xact_lock(hashtextextended('valise reservation ' || _key, 0));
  end loop;
  ahead_bytes := _ahead_bytes;
  for _at in 1 .. coalesce(array_length(_keys, 1), 0) loop
    select _max_bytes[_at] - _bytes[_at] - coalesce(sum(bytes), 0) into _room
    from coordination_reservations
    where key = _keys[_at] and (process, number) <> (_process, _number);
    if _room < 0 then
      exceeded_key := _keys[_at];
      return;
    end if;
    ahead_bytes := least(ahead_bytes, _room / _ahead_part);
  end loop;
  delete from coordination_reservations where process = _process and number = _number;
  insert into coordination_reservations (process, number, key, bytes)
  select _process, _number, each.key, sum(each.bytes + ahead_bytes)
  from unnest(_keys, _bytes) each (key, bytes) group by each.key;
end $$;
`;

/** Of an earlier version, which writes rows of people without a MAC, the column is NULL. */
const additions =
  'alter table coordination_processes add column if not exists binds_people boolean';

/** Creates the tables unless they exist. Of several processes that start together, one does. */
export async function ensureTables(client: Pick<ClientBase, 'query'>): Promise<void> {
  if (await hasAdditions(client)) return;
  await client.query('begin isolation level read committed');
  // New tables are settled at once: they must not be made a second time after a crash.
  await client.query('set local synchronous_commit = on');
  try {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('valise coordination', 0))`);
    if (!(await hasTables(client))) await client.query(statements);
    await client.query(additions);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Reads the catalogue: `to_regclass` would repeat what it found before this session waited for the lock. */
async function hasTables(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select exists (
       select from pg_class where relname = 'coordination_leaders' and pg_table_is_visible(oid)
     ) as is_there`,
  );
  return rows[0]?.is_there === true;
}

async function hasAdditions(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select exists (
       select from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relname = 'coordination_processes' and a.attname = 'binds_people'
         and not a.attisdropped and pg_table_is_visible(c.oid)
     ) as is_there`,
  );
  return rows[0]?.is_there === true;
}

function interval(ms: number): string {
  return `interval '${ms} milliseconds'`;
}

/**
 * A part of a statement, `dead`: removes the rows of dead processes other than this one ($1). Who concludes
 * that a process is dead removes it first: it cannot come back. Nobody is dead right after the server
 * started, when no process could renew its row.
 */
export function deadProcesses({ orphanMs, deadMs }: Timings): string {
  return `dead as (
    delete from coordination_processes p
    where p.name <> $1
      and p.beat_at < clock_timestamp() - ${interval(orphanMs)}
      and pg_postmaster_start_time() < clock_timestamp() - ${interval(deadMs)}
      and (p.beat_at < clock_timestamp() - ${interval(deadMs)}
        or not exists (select from pg_stat_activity a where a.pid = p.backend))
    returning p.name
  )`;
}

/** A column that tells whether this process ($1) has a row. */
export const isMember = 'exists (select from coordination_processes where name = $1) as is_member';
