import { checksOf } from '../check.ts';
import { expect, expectEqual, expectError, expectJson } from '../expect.ts';
import { doUpload, filePart } from '../multipart.ts';
import { namesInTray, tray } from '../workflow.ts';

const unknown = 'application/octet-stream';

export const trayChecks = checksOf('Tray (operations 5, 6, 7)', [
  {
    id: 'tray/order',
    title: 'operation 5 lists the tray in upload order; an empty array when there is no file',
    async run({ me }) {
      expectJson(await me.call('get_files'), []);
      await me.upload({ 'z.txt': 'z' });
      await me.upload({ 'm.txt': 'm', 'a.txt': 'a' });
      expectEqual(await namesInTray(me), ['z.txt', 'm.txt', 'a.txt'], 'names of files');
    },
  },
  {
    id: 'tray/type',
    title: "type is the part's own, or told from the extension, or application/octet-stream",
    async run({ me }) {
      await me.uploadForm([
        doUpload,
        filePart('own.txt', '1', 'image/x-own'),
        filePart('told.pdf', '2'),
        filePart('unknown.ending-of-nobody', '3'),
        filePart('no-ending', '4'),
      ]);
      const types = (await tray(me)).map(({ type }) => type);
      expectEqual(types, ['image/x-own', 'application/pdf', unknown, unknown], 'types');
    },
  },
  {
    id: 'tray/size',
    title: 'size is for people: 0 B, 999 B, 10.0 kB, 1.2 MB; an entry has name, type and size',
    async run({ me }) {
      await me.upload({
        ...{ none: '', some: Buffer.alloc(999) },
        ...{ more: Buffer.alloc(10_000), most: Buffer.alloc(1_200_000) },
      });
      const type = unknown;
      const expected = [
        { name: 'none', type, size: '0 B' },
        { name: 'some', type, size: '999 B' },
        { name: 'more', type, size: '10.0 kB' },
        { name: 'most', type, size: '1.2 MB' },
      ];
      expectJson(await me.call('get_files'), expected);
    },
  },
  {
    id: 'tray/remove',
    title: 'operation 6 takes a file out by its name and answers deldone, then 404',
    async run({ me }) {
      await me.upload({ 'a b&c.txt': '1', 'kept.txt': '2' });
      const query = 'filename=a+b%26c.txt';
      expectJson(await me.call('remove_file', { query }), { status: 'deldone' });
      expectError(await me.call('remove_file', { query }), 404, 'not_found');
      expectEqual(await namesInTray(me), ['kept.txt'], 'names of files');
    },
  },
  {
    id: 'upload/chunked-answer',
    title: 'operation 7 answers {"status":"done"} in chunks, with no Content-Length',
    async run({ me }) {
      const answer = await me.upload({ 'a.txt': 'a' });
      expectJson(answer, { status: 'done' });
      expectEqual(answer.headers['transfer-encoding'], 'chunked', 'transfer-encoding', answer);
      expectEqual(answer.headers['content-length'], undefined, 'content-length', answer);
    },
  },
  {
    id: 'upload/many',
    title: 'any number of file parts, do before or after them, other text fields between',
    async run({ me }) {
      const many = Array.from({ length: 50 }, (_, index) => filePart(`${index}.txt`, `${index}`));
      const comment = { name: 'comment', value: 'hello' };
      expectJson(await me.uploadForm([...many, comment, doUpload]), { status: 'done' });
      const names = many.map(({ filename }) => filename);
      expectEqual(await namesInTray(me), names, 'names of files');
    },
  },
  {
    id: 'upload/replaces',
    title: 'a name that is in the tray is replaced: a repeated request ends up with one file',
    async run({ me }) {
      await me.upload({ 'report.txt': 'old' });
      await me.upload({ 'report.txt': 'new one' });
      const expected = [{ name: 'report.txt', type: 'text/plain', size: '7 B' }];
      expectJson(await me.call('get_files'), expected);
    },
  },
  {
    id: 'upload/all-or-nothing',
    title: 'a refused upload leaves the tray as it was, the parts before the wrong one too',
    async run({ me }) {
      await me.upload({ 'kept.txt': 'first' });
      const answer = await me.uploadForm([
        doUpload,
        filePart('kept.txt', 'the second'),
        filePart('more.txt', 'more'),
        filePart('..', 'a name that is refused'),
      ]);
      expectError(answer, 422, 'invalid');
      const expected = [{ name: 'kept.txt', type: 'text/plain', size: '5 B' }];
      expectJson(await me.call('get_files'), expected);
    },
  },
  {
    id: 'upload/broken-off',
    title: 'an upload that breaks off leaves the tray as it was',
    async run({ me }) {
      await me.upload({ 'report.txt': 'old' });
      const hangUp = new AbortController();
      let meanwhile: string | undefined;
      const broken = me.signed({
        method: 'POST',
        path: me.path('cgi/upload.cgi'),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        signal: hangUp.signal,
        body: (async function* () {
          yield Buffer.from('--b\r\nContent-Disposition: form-data; name="do"\r\n\r\nupload\r\n');
          yield Buffer.from(
            '--b\r\nContent-Disposition: form-data; name="file"; filename="report.txt"\r\n\r\n',
          );
          yield Buffer.alloc(1_000_000, 'new');
          meanwhile = (await tray(me))[0]?.size;
          hangUp.abort();
        })(),
      });
      const answer = await broken.catch(() => undefined);
      expect(answer === undefined, 'no answer to a request that broke off', answer);
      expectEqual(meanwhile, '3 B', 'size in the list while the upload runs');
      const expected = [{ name: 'report.txt', type: 'text/plain', size: '3 B' }];
      expectJson(await me.call('get_files'), expected);
    },
  },
]);
