/** One option of a command. */
export interface CommandOption {
  /** What stands for its value in the help, such as `FILE`; left out, the option is a switch. */
  value?: string;
  /** What it does, for the help. */
  doc: string;
}

/** By name, without the dashes. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? string | undefined
    : boolean;
};

/** What was typed after a command's name. */
export interface Given<Names extends readonly string[], Options extends CommandOptions> {
  words: { readonly [Index in keyof Names]: string };
  options: OptionValues<Options>;
  /** The flags of settings, and `--data`. */
  settingFlags: string[];
}

export const jsonOption = { doc: 'print one JSON object, for scripts' } as const;
