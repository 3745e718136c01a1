/** One part of a form. Whatever is left out is not sent. */
export interface FormPart {
  /** The field's name. */
  name: string;
  value: string | Buffer;
  /** Written between quotes as it is; the caller escapes what it wants escaped. */
  filename?: string;
  type?: string;
  /** The whole Content-Disposition, for names that only other clients would write. */
  disposition?: string;
  /** Further headers of the part. */
  headers?: readonly string[];
}

export interface Form {
  contentType: string;
  body: Buffer;
}

/** A form as a client would send it: the fields in the order given. */
export function multipart(parts: readonly FormPart[], boundary = 'e2e-5d0f3c8a'): Form {
  const pieces = parts.flatMap(
    ({ name, value, filename, type, disposition, headers: more = [] }) => {
      const file = filename === undefined ? '' : `; filename="${filename}"`;
      const headers = [
        `Content-Disposition: ${disposition ?? `form-data; name="${name}"${file}`}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        ...more,
      ];
      return [`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`, value, '\r\n'];
    },
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat(
      [...pieces, `--${boundary}--\r\n`].map((piece) =>
        typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece,
      ),
    ),
  };
}

/** The part that every upload needs beside its files. */
export const doUpload: FormPart = { name: 'do', value: 'upload' };

export function filePart(filename: string, value: string | Buffer, type?: string): FormPart {
  return { name: 'file', filename, value, ...(type === undefined ? {} : { type }) };
}
