import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Certificate } from './certificate.ts';
import { trustArguments } from './certificate.ts';
import { headerArguments } from './curl.ts';
import type { FileHost, HostKind } from './file-host.ts';
import type { Valise } from './valise.ts';
import { callValise, createValiseData, sendToSelf, startValise } from './valise.ts';

const boundary = 'measured-by-the-benchmark';

export const valiseHost: HostKind = {
  name: 'valise',
  async start(dir, certificate) {
    const dataDir = join(dir, 'data');
    if (!(await exists(dataDir))) await createValiseData(dataDir);
    return filesOf(await startValise(dataDir, { certificate }), certificate);
  },
};

/** Files through the machine API: into the tray, and out of the inbox. */
export function filesOf(valise: Valise, certificate?: Certificate): FileHost {
  const { server, headers, path } = valise;
  const withHeaders = [...trustArguments(certificate), ...headerArguments(headers)];
  return {
    server,
    uploadArguments: (file, name) => [
      ...withHeaders,
      ...['--form', 'do=upload', '--form', `file=@${file};filename=${name}`],
      `${server.url}${path('cgi/upload.cgi')}`,
    ],
    async publish() {
      const drop = await sendToSelf(valise);
      return (name) => path(`${drop}/files/${name}`);
    },
    downloadArguments: (place) => [...withHeaders, `${server.url}${place}`],
    smallUpload: (sizeBytes) => ({
      method: 'POST',
      path: path('cgi/upload.cgi'),
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: {
        before: `${part('do')}upload\r\n${part('file', 'small-{n}.bin')}`,
        randomBytes: sizeBytes,
        after: `\r\n--${boundary}--\r\n`,
      },
    }),
    /**
     * Empties the tray by sending it. The bytes stay: to remove them is the work of a cleaner, which
     * it would do in its own time, in the middle of a later trial.
     */
    async clear() {
      if (certificate !== undefined) return;
      const files = (await callValise(valise, 'get_files')) as unknown[];
      if (files.length > 0) await sendToSelf(valise);
    },
  };
}

function part(name: string, fileName?: string): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
