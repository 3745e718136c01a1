import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const root = join(import.meta.dirname, '../..');
const lockfile = 'package-lock.json';

/** The program as it was at a revision of this repository, ready to run. It is removed when the test is over. */
export function checkoutOf(revision: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'valise-checkout-'));
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const archive = execFileSync('git', ['archive', '--format=tar', revision], {
    cwd: root,
    maxBuffer: Infinity,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const hasSamePackages =
    readFileSync(join(folder, lockfile), 'utf8') === readFileSync(join(root, lockfile), 'utf8');
  if (hasSamePackages) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  } else {
    execFileSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: 'ignore' });
    // The Node that set-up brought.
    cpSync(join(root, 'node_modules/node'), join(folder, 'node_modules/node'), { recursive: true });
  }
  return folder;
}
