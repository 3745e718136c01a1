const batchSize = 500;

/** Runs `act` on at most 500 items at a time: statements have a limit of parameters. */
export async function inBatches<Item>(
  items: readonly Item[],
  act: (batch: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    await act(items.slice(start, start + batchSize));
  }
}
