/** A body that claims to be a form, and what must come of it. */
export interface FormCase {
  what: string;
  body: string;
  /** Left out: `multipart/form-data; boundary=B`. */
  contentType?: string;
  status: number;
}

const formType = 'multipart/form-data; boundary=B';
const field = (name: string, value: string): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const asked = field('do', 'upload');
const file = (headers: string, content = 'data'): string =>
  `--B\r\n${headers}\r\n\r\n${content}\r\n`;
const fileDisposition = 'Content-Disposition: form-data; name="file"; filename="new.txt"';
const end = '--B--\r\n';
const whole = `${asked}${file(fileDisposition)}${end}`;

/** A small upload that is in order: what mutations start from. */
export const soundForm = whole;

/** Ways to get a form wrong, each with its answer, and a few that look wrong and are not. */
export const formCases: readonly FormCase[] = [
  { what: 'in order', body: whole, status: 200 },
  { what: 'its last line without an end', body: whole.slice(0, -2), status: 200 },
  { what: 'something after its end', body: `${whole}epilogue\r\n--B\r\n`, status: 200 },
  { what: 'blanks after a boundary', body: whole.replace('--B\r\n', '--B \t\r\n'), status: 200 },
  { what: 'a line break before it', body: `\r\n${whole}`, status: 200 },
  { what: 'fields that mean nothing', body: `${field('x', 'y')}${whole}`, status: 200 },
  {
    what: 'the question after the file',
    body: `${file(fileDisposition)}${asked}${end}`,
    status: 200,
  },
  { what: 'the boundary of another', body: whole, contentType: `${formType}B`, status: 400 },
  {
    what: 'a quoted boundary',
    body: whole,
    contentType: 'multipart/form-data; boundary="B"',
    status: 200,
  },
  { what: 'no boundary', body: whole, contentType: 'multipart/form-data', status: 400 },
  {
    what: 'an empty boundary',
    body: whole,
    contentType: 'multipart/form-data; boundary=',
    status: 400,
  },
  {
    what: 'a boundary of 71 characters',
    body: whole,
    contentType: `multipart/form-data; boundary=${'B'.repeat(71)}`,
    status: 400,
  },
  { what: 'two boundaries', body: whole, contentType: `${formType}; boundary=C`, status: 400 },
  {
    what: 'a mixed multipart',
    body: whole,
    contentType: 'multipart/mixed; boundary=B',
    status: 415,
  },
  {
    what: 'a form of the other kind',
    body: 'do=upload',
    contentType: 'application/x-www-form-urlencoded',
    status: 415,
  },
  { what: 'JSON', body: '{}', contentType: 'application/json', status: 415 },
  { what: 'no type', body: whole, contentType: '', status: 415 },
  { what: 'nothing', body: '', status: 400 },
  { what: 'only its end', body: end, status: 400 },
  { what: 'a preamble', body: `preamble\r\n${whole}`, status: 400 },
  { what: 'lines that end in LF alone', body: whole.replaceAll('\r\n', '\n'), status: 400 },
  { what: 'no closing boundary', body: whole.slice(0, -end.length), status: 400 },
  { what: 'a wrong closing boundary', body: whole.replace('--B--', '--C--'), status: 400 },
  { what: 'half a closing boundary', body: whole.replace('--B--', '--B-'), status: 400 },
  {
    what: 'text on the line of a boundary',
    body: whole.replace('--B\r\n', '--B x\r\n'),
    status: 400,
  },
  { what: 'a part without headers', body: `${asked}--B\r\n\r\ndata\r\n${end}`, status: 400 },
  {
    what: 'a header without a colon',
    body: `${asked}${file(`${fileDisposition}\r\nnonsense`)}${end}`,
    status: 400,
  },
  {
    what: 'a header without a name',
    body: `${asked}${file(`${fileDisposition}\r\n: x`)}${end}`,
    status: 400,
  },
  {
    what: 'a folded header',
    body: `${asked}${file(`${fileDisposition}\r\n folded: x`)}${end}`,
    status: 400,
  },
  {
    what: 'a blank before the colon',
    body: `${asked}${file(`${fileDisposition}\r\nX : y`)}${end}`,
    status: 400,
  },
  {
    what: 'two dispositions',
    body: `${asked}${file(`${fileDisposition}\r\n${fileDisposition}`)}${end}`,
    status: 400,
  },
  {
    what: 'no disposition',
    body: `${asked}${file('Content-Type: text/plain')}${end}`,
    status: 400,
  },
  {
    what: 'a disposition of another kind',
    body: `${asked}${file(fileDisposition.replace('form-data', 'attachment'))}${end}`,
    status: 400,
  },
  {
    what: 'a part without a name',
    body: `${asked}${file('Content-Disposition: form-data; filename="a"')}${end}`,
    status: 400,
  },
  {
    what: 'two names',
    body: `${asked}${file(`${fileDisposition}; name="do"`)}${end}`,
    status: 400,
  },
  {
    what: 'an open quote',
    body: `${asked}${file(fileDisposition.slice(0, -1))}${end}`,
    status: 400,
  },
  {
    what: 'a part in base64',
    body: `${asked}${file(`${fileDisposition}\r\nContent-Transfer-Encoding: base64`)}${end}`,
    status: 400,
  },
  {
    what: 'a part in quoted-printable',
    body: `${asked}${file(`${fileDisposition}\r\nContent-Transfer-Encoding: quoted-printable`)}${end}`,
    status: 400,
  },
  {
    what: 'a header of 20 KiB',
    body: `${asked}${file(`${fileDisposition}\r\nX: ${'x'.repeat(20 * 1024)}`)}${end}`,
    status: 400,
  },
  { what: 'a boundary line without end', body: `--B${' '.repeat(20 * 1024)}`, status: 400 },
  {
    what: 'a NUL in a header',
    body: `${asked}${file(`${fileDisposition}\r\nX\0: y`)}${end}`,
    status: 400,
  },
  { what: 'no question', body: `${file(fileDisposition)}${end}`, status: 400 },
  {
    what: 'another question',
    body: whole.replace('\r\nupload\r\n', '\r\ndelete\r\n'),
    status: 400,
  },
  {
    what: 'two questions that disagree',
    body: `${asked}${field('do', 'delete')}${file(fileDisposition)}${end}`,
    status: 400,
  },
  { what: 'no file', body: `${asked}${end}`, status: 400 },
  { what: 'a file without a name', body: `${asked}${field('file', 'data')}${end}`, status: 422 },
  {
    what: 'a file with an empty name',
    body: `${asked}${file(fileDisposition.replace('new.txt', ''))}${end}`,
    status: 422,
  },
  { what: '65 fields', body: `${field('x', 'y').repeat(64)}${whole}`, status: 413 },
  {
    what: 'a field of 64 KiB and a byte',
    body: `${field('x', 'y'.repeat(64 * 1024 + 1))}${whole}`,
    status: 413,
  },
  { what: 'a field of 64 KiB', body: `${field('x', 'y'.repeat(64 * 1024))}${whole}`, status: 200 },
  {
    what: 'a form in a form',
    body: `${asked}--B\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=I\r\n\r\n--I\r\nContent-Disposition: file; filename="inner.txt"\r\n\r\ndata\r\n--I--\r\n${end}`,
    status: 422,
  },
  {
    what: 'names that JavaScript knows',
    body: `${field('__proto__', 'x')}${field('constructor', 'y')}${whole}`,
    status: 200,
  },
];
