/** Does something again and again while `work` is under way, and returns what came of the work. */
export async function meanwhile<Result>(
  work: Promise<Result>,
  act: () => Promise<void>,
): Promise<Result> {
  const state = { isOver: false };
  const over = work.finally(() => {
    state.isOver = true;
  });
  // Should `act` fail first, that is the failure to report; this one would come too late.
  over.catch(() => undefined);
  while (!state.isOver) await act();
  return await over;
}
