const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

export type SizeUnit = (typeof units)[number];

export interface ScaledSize {
  value: number;
  unit: SizeUnit;
}

/** The size in the largest SI unit that keeps it at 1 or more once it is rounded to one decimal. */
export function scaleSize(sizeBytes: number): ScaledSize {
  let scaled: ScaledSize = { value: sizeBytes, unit: 'B' };
  for (const unit of units.slice(1)) {
    if (Number(scaled.value.toFixed(1)) < 1000) break;
    scaled = { value: scaled.value / 1000, unit };
  }
  return scaled;
}

/** A size as the wire shows it: `0 B`, `10.0 kB`, `1.2 GB`, the same in every language. */
export function humanSize(sizeBytes: number): string {
  const { value, unit } = scaleSize(sizeBytes);
  return `${value.toFixed(unit === 'B' ? 0 : 1)} ${unit}`;
}
