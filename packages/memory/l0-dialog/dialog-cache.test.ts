import { createFakeClock, verifies } from '@hermes-agent/testkit';
import { describe, expect, test } from 'vitest';
import { createDialogCache, DIALOG_TTL_MS } from './dialog-cache.ts';

const session = { tenant: 'acme', domain: 'retail', subject: 'u1', sessionId: 's1' };

describe('L0', () => {
  test('M09 a value lives five minutes from its write; reading it late does not revive it', async () => {
    verifies('R1');
    const clock = createFakeClock();
    const dialog = createDialogCache(clock);
    dialog.set(session, 'draft', '北京市海淀区');
    await clock.advance(DIALOG_TTL_MS - 1);
    expect(dialog.get(session, 'draft')).toBe('北京市海淀区');
    await clock.advance(1);
    expect(dialog.get(session, 'draft')).toBeUndefined();
    await clock.advance(1);
    expect(dialog.get(session, 'draft')).toBeUndefined();
  });

  test('one value may outlive another of its session', async () => {
    const clock = createFakeClock();
    const dialog = createDialogCache(clock);
    dialog.set(session, 'early', 1);
    await clock.advance(DIALOG_TTL_MS / 2);
    dialog.set(session, 'late', 2);
    await clock.advance(DIALOG_TTL_MS / 2);
    expect([dialog.get(session, 'early'), dialog.get(session, 'late')]).toEqual([undefined, 2]);
  });

  test('leaves no timer behind when everything has expired, or when closed', async () => {
    const clock = createFakeClock();
    const dialog = createDialogCache(clock);
    dialog.set(session, 'draft', 1);
    await clock.advance(3 * DIALOG_TTL_MS);
    expect(clock.pendingTimers).toBe(0);
    dialog.set(session, 'draft', 1);
    dialog.close();
    dialog.set(session, 'late', 1);
    expect(clock.pendingTimers).toBe(0);
  });

  test('M13 the same session id of another user, tenant or domain is another place', () => {
    const dialog = createDialogCache(createFakeClock());
    dialog.set(session, 'draft', 'mine');
    for (const other of [{ subject: 'u2' }, { tenant: 'acme-corp' }, { domain: 'wealth' }]) {
      expect(dialog.get({ ...session, ...other }, 'draft')).toBeUndefined();
    }
  });

  test('ending a session or a user ends theirs alone', () => {
    const dialog = createDialogCache(createFakeClock());
    const second = { ...session, sessionId: 's2' };
    const stranger = { ...session, subject: 'u2', sessionId: 's3' };
    for (const scope of [session, second, stranger]) dialog.set(scope, 'draft', 1);
    dialog.endSession(session);
    expect([session, second, stranger].map((scope) => dialog.get(scope, 'draft'))).toEqual([undefined, 1, 1]);
    dialog.endSubject(session);
    expect([second, stranger].map((scope) => dialog.get(scope, 'draft'))).toEqual([undefined, 1]);
  });

  test('a caller cannot change what it once gave or got', () => {
    const dialog = createDialogCache(createFakeClock());
    const given = { street: 'x' };
    dialog.set(session, 'draft', given);
    given.street = 'y';
    const got = dialog.get(session, 'draft') as { street: string };
    got.street = 'z';
    expect(dialog.get(session, 'draft')).toEqual({ street: 'x' });
  });

  test('a session holds a hundred values; too large a value and a bad key are refused', () => {
    const dialog = createDialogCache(createFakeClock());
    for (let n = 0; n < 101; n += 1) dialog.set(session, `k${n}`, n);
    expect([dialog.get(session, 'k0'), dialog.get(session, 'k100')]).toEqual([undefined, 100]);
    expect(() => dialog.set(session, 'big', 'x'.repeat(70_000))).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
    );
    expect(() => dialog.set(session, '', 1)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    expect(dialog.delete(session, 'k100')).toBe(true);
    expect(dialog.delete(session, 'k100')).toBe(false);
  });
});
