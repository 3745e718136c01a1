import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowerThreadPriority } from './lower-thread-priority.ts';

function failing(code: string): () => void {
  return () => {
    throw Object.assign(new Error('A system error occurred'), {
      code: 'ERR_SYSTEM_ERROR',
      info: { code, syscall: 'uv_os_setpriority' },
    });
  };
}

for (const code of ['EPERM', 'EACCES']) {
  test(`a thread whose priority may not be lowered (${code}) goes on`, () => {
    assert.doesNotThrow(() => {
      lowerThreadPriority(failing(code));
    });
  });
}

test('a fault that is no refusal is not hidden', { skip: process.platform !== 'linux' }, () => {
  assert.throws(() => {
    lowerThreadPriority(failing('EINVAL'));
  }, /A system error occurred/);
});
