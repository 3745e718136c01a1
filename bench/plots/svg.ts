type Attributes = Readonly<Record<string, string | number>>;

/** One colour for each thing that is drawn, told apart by the colour-blind too. */
export const palette = ['#0b5fa5', '#b3541e', '#4d8b31', '#7b4fa0', '#8a6d00'] as const;
export const ink = '#1f2328';
export const faint = '#d0d7de';

export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const text = typeof value === 'number' ? String(Math.round(value * 10) / 10) : escape(value);
    return ` ${key}="${text}"`;
  });
  return `<${name}${written.join('')}>${content}</${name}>\n`;
}

export function text(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return element('text', { x, y, fill: ink, ...attributes }, escape(words));
}

/** A whole picture on white, which says in words what it shows. */
export function picture(width: number, height: number, title: string, content: string): string {
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}` };
  const font = { 'font-family': 'system-ui, sans-serif', 'font-size': 13 };
  const ground = element('rect', { width, height, fill: '#ffffff' });
  const parts = `\n${element('title', {}, escape(title))}${ground}${content}`;
  return element('svg', { ...frame, width, height, role: 'img', ...font }, parts);
}

function escape(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
