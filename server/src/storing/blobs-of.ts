import type { SentBlob, Task } from './orders.ts';

/** The small blobs that a task brings. */
export function blobsOf(task: Task): SentBlob[] {
  if (task.kind === 'count' || task.kind === 'check') return [];
  if (task.kind === 'keep') return [task.blob];
  return task.entry.files.flatMap(({ content }) => ('blob' in content ? [content.blob] : []));
}
