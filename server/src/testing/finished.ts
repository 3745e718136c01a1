import type {
  FileIntake,
  FinishedFile,
  FinishedSegment,
  SegmentIntake,
} from '../domain/ports/vault.ts';

/** The file, once every byte of it is durable. */
export async function finishFile(intake: FileIntake): Promise<FinishedFile> {
  const { file, stored } = await intake.submit();
  await stored;
  return file;
}

/** The segment, once every byte of it is durable. */
export async function finishSegment(intake: SegmentIntake): Promise<FinishedSegment> {
  const { segment, stored } = await intake.submit();
  await stored;
  return segment;
}
