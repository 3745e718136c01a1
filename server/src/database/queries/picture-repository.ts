import type { FileId } from '../../domain/model/ids.ts';
import type { PictureRepository } from '../../domain/model/picture.ts';
import { prepare, prepareInsert } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';

const insert = prepareInsert(
  'pictures.insert',
  'pictures',
  ['content_id', 'width', 'height', 'sealed'],
  ['content_id'],
);

const find = prepare('pictures.find', (db, given: { contentId: string }) =>
  db
    .selectFrom('pictures')
    .select(['width', 'height', 'sealed'])
    .where('content_id', '=', given.contentId),
);

const countFor = prepare('pictures.countFor', (db, given: { ownerId: string }) =>
  db
    .selectFrom('incoming_uploads as upload')
    .innerJoin('pictures as picture', 'picture.content_id', 'upload.id')
    .select(({ fn }) => fn.countAll<number>().as('pictures'))
    .where('upload.receiver_id', '=', given.ownerId)
    .where('upload.shredded_at', 'is', null),
);

const sizes = prepare(
  'pictures.sizes',
  (db, given: { dispatchId: string; ids: readonly string[] }, words) =>
    db
      .selectFrom('files as file')
      .innerJoin('pictures as picture', (join) =>
        join.on(({ eb, fn }) =>
          eb('picture.content_id', '=', fn.coalesce('file.content_id', 'file.id')),
        ),
      )
      .select(['file.id', 'picture.width', 'picture.height'])
      .where('file.id', 'in', words.elementsOf(given.ids))
      .where('file.dispatch_id', '=', given.dispatchId)
      .where('file.shredded_at', 'is', null),
);

const forget = prepare('pictures.forget', (db, given: { ids: readonly string[] }, words) =>
  db.deleteFrom('pictures').where('content_id', 'in', words.elementsOf(given.ids)),
);

export function createPictureRepository(session: Session): PictureRepository {
  return {
    async add({ contentId, width, height, sealed }) {
      await session.change(insert, { content_id: contentId, width, height, sealed });
    },

    async find(contentId) {
      const row = await session.first(find, { contentId });
      if (row === undefined) return undefined;
      const { width, height, sealed } = row;
      return { contentId, width, height, sealed: Buffer.from(sealed) };
    },

    async countFor(ownerId) {
      return (await session.first(countFor, { ownerId }))?.pictures ?? 0;
    },

    async listSizes(dispatchId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await session.all(sizes, { dispatchId, ids });
      return new Map(rows.map(({ id, width, height }) => [id as FileId, { width, height }]));
    },

    async forget(ids) {
      if (ids.length > 0) await session.change(forget, { ids });
    },
  };
}
