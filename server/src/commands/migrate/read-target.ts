import type { CommandContext } from '../../cli-kit/define-command.ts';
import { loadConfig } from '../../config/load-config.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { StoreSettings } from '../../stores/store-settings.ts';
import { storeSettingsOf } from '../../stores/store-settings.ts';

const embedded = 'embedded';

/** Each is `to-` and the flag of a setting, and is written like it. */
export const targetOptions = {
  'to-database': {
    value: 'URL',
    doc: `postgres://USER@HOST/NAME, or "${embedded}" for the data folder`,
  },
  'to-database-password-file': {
    value: 'FILE',
    doc: 'a file with the password of that database',
    holdsSecret: true,
  },
  'to-database-ca-file': { value: 'FILE', doc: 'certificates that its server is checked against' },
  'to-blobs': {
    value: 'URL',
    doc: `s3://BUCKET/PREFIX, or "${embedded}" for the data folder`,
  },
  'to-s3-endpoint': { value: 'URL', doc: 'the address of a store other than that of AWS' },
  'to-s3-region': { value: 'NAME', doc: 'its region' },
  'to-s3-credentials-file': {
    value: 'FILE',
    doc: 'a file with the credentials of that store',
    holdsSecret: true,
  },
  'to-s3-ca-file': { value: 'FILE', doc: 'certificates that its server is checked against' },
} as const;

type TargetValues = { readonly [Name in keyof typeof targetOptions]: string | undefined };

/** The settings whose flags are not just `--` and the rest of the option's name. */
const flagOf: Readonly<Record<string, string>> = {
  'to-database': '--database-url',
  'to-blobs': '--blob-url',
};

/** Where the installation goes. What no option names stays where it is. */
export async function readTarget(
  { cwd, readStandardInput }: CommandContext,
  from: StoreSettings,
  options: TargetValues,
): Promise<StoreSettings> {
  const given = Object.keys(targetOptions).filter(
    (name) => options[name as keyof TargetValues] !== undefined,
  ) as (keyof TargetValues)[];
  const args = given.flatMap((name) => {
    const value = options[name] ?? '';
    const isEmbedded = value === embedded && name in flagOf;
    return isEmbedded ? [] : [flagOf[name] ?? name.replace(/^to/, '-'), value];
  });
  const { dataDir } = from.location;
  const { config } = await loadTarget({ dataDir, args, cwd, readStandardInput });
  const to = storeSettingsOf(config, dataDir);
  const database = options['to-database'] === undefined ? from : to;
  const blobs = options['to-blobs'] === undefined ? from : to;
  const { databaseUrl, databasePassword, databaseCaFile } = database.location;
  const { blobUrl, s3 } = blobs.location;
  return {
    database: database.database,
    blobs: blobs.blobs,
    location: {
      dataDir,
      ...(databaseUrl !== undefined && { databaseUrl, databasePassword, databaseCaFile }),
      ...(blobUrl !== undefined && s3 !== undefined && { blobUrl, s3 }),
    },
  };
}

async function loadTarget(input: {
  dataDir: string;
  args: readonly string[];
  cwd: string;
  readStandardInput: () => Promise<string>;
}) {
  try {
    // Neither the environment nor valise.json: they say where the installation is now.
    return await loadConfig({ ...input, env: {}, readsFile: false });
  } catch (error) {
    if (!(error instanceof ValiseError) || error.code !== 'config_invalid') throw error;
    throw new ValiseError('usage', error.message, { cause: error });
  }
}
