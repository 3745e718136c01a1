/** An access key of an S3 store. */
export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/**
 * Reads the format of the AWS credentials file with one profile. Undefined for anything else: several
 * profiles would leave open which one is meant.
 */
export function parseS3Credentials(text: string): S3Credentials | undefined {
  const values = new Map<string, string>();
  let profiles = 0;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    if (/^\[[^\]]+\]$/.test(line)) profiles += 1;
    else {
      const [, name, value] = /^(\w+)\s*=\s*(\S+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined || values.has(name)) return undefined;
      values.set(name, value);
    }
  }
  const accessKeyId = values.get('aws_access_key_id');
  const secretAccessKey = values.get('aws_secret_access_key');
  const sessionToken = values.get('aws_session_token');
  if (profiles > 1 || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}
