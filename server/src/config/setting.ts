import type { Secret } from './secret.ts';

/** How a setting of this kind is written, and the value that the program receives. */
export interface Kind<Value = unknown> {
  /** The accepted values. Completes "must be …". */
  expects: string;
  /**
   * Turns what was written, text or JSON, into what the program works with (milliseconds, bytes,
   * absolute paths), or undefined where that cannot be done. `folder` is what paths are relative to.
   */
  read(written: unknown, folder: string): Value | undefined;
  /** A value as an operator would write it, where that is not what the program works with. */
  show?(value: Value): string;
}

export type Written = string | number | boolean | readonly string[];

interface PlainRow<Value = unknown> {
  doc: string;
  kind: Kind<Value>;
  /** As an operator would write it. Left out, the setting may stay unset. */
  default?: Written;
}

/**
 * A setting whose value never appears in a flag, the environment or valise.json: those name a file
 * that holds it, or `-` for standard input. Secret `mailPassword` is written as `mailPasswordFile`.
 */
interface SecretRow {
  doc: string;
  /** Who gets it: the main process alone, or also the processes that take requests. */
  secret: 'main' | 'everywhere';
}

export type Row = PlainRow | SecretRow;

interface Names {
  name: string;
  /** The key in valise.json. */
  key: string;
  env: string;
  flag: string;
}

export type Setting<SomeRow extends Row = Row> = SomeRow & Names;
export type SettingsTable = Readonly<Record<string, Setting>>;

type NamedRows<Rows> = { readonly [Name in keyof Rows]: Rows[Name] & Names };

type ValueOf<SomeRow> = SomeRow extends { secret: string }
  ? Secret | undefined
  : SomeRow extends { kind: Kind<infer Value> }
    ? Value | (SomeRow extends { default: Written } ? never : undefined)
    : never;

/** The values of a loaded table of settings. */
export type ConfigOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** Gives every row the names under which operators write it. */
export function nameSettings<const Rows extends Record<string, Row>>(rows: Rows): NamedRows<Rows> {
  const named = Object.entries(rows).map(([name, row]) => {
    const key = 'secret' in row ? `${name}File` : name;
    const words = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const env = `VALISE_${words.replaceAll('-', '_').toUpperCase()}`;
    return [name, { ...row, name, key, env, flag: `--${words}` }];
  });
  return Object.fromEntries(named) as NamedRows<Rows>;
}
