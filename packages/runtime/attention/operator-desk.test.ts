import { verifies } from '@hermes-agent/testkit';
import { expect, test, vi } from 'vitest';
import type { Identity } from '../api.ts';
import { debit, describeOnEachDialect, done, openOperations, refused } from '../fixture/operations.ts';
import type { PlanDocument } from '../plan/plan-document.ts';

const ADA: Identity = { tenant: 'acme', subject: 'grace', role: 'operator' };
const plan = { steps: [{ compensation: { amount: '/cents' } }] } as unknown as PlanDocument;

/** `pay` takes the money, `ship` fails; the money cannot be given back while the bank is down. */
const shop = (bank: { up: boolean; refunds: number }) => ({
  pay: () => done({ cents: 52_000 }),
  ship: () => refused('OUT_OF_STOCK'),
  undo_pay: () => {
    if (!bank.up) return refused('BANK_CLOSED');
    bank.refunds += 1;
    return done();
  },
});
const steps = [debit('pay'), debit('ship')];

describeOnEachDialect('the operators’ desk', (place) => {
  test('what was undone is recorded by its request, and what could not be waits, also after a restart', async () => {
    verifies('R10', 'M9');
    const url = await place();
    const bank = { up: true, refunds: 0 };
    const first = await openOperations(url, shop(bank), plan);
    const undone = await first.run('undone', steps);
    await vi.waitFor(async () =>
      expect(await first.desk.compensations({ tenant: 'acme', status: 'done' })).toMatchObject([
        {
          requestId: undone,
          stepId: `${undone}/1`,
          step: 'pay',
          tool: 'undo_pay',
          amountClass: 'under_1000',
        },
      ]),
    );
    bank.up = false;
    const stuck = await first.run('stuck', steps);
    await vi.waitFor(async () =>
      expect(await first.desk.compensations({ tenant: 'acme' })).toMatchObject([{ requestId: stuck }]),
    );
    await first.stop();

    const second = await openOperations(url, shop(bank), plan);
    expect(await second.desk.compensations({ tenant: 'acme' })).toMatchObject([
      { requestId: stuck, status: 'pending', amountClass: 'under_1000' },
    ]);
    expect(await second.desk.compensations({ tenant: 'other' })).toEqual([]);
    const rows = await second.store.all('SELECT * FROM compensation_event');
    expect(JSON.stringify(rows)).not.toMatch(/ada|52000|52_000/);
  });

  test('many are settled at once; each decision is on record with who and when', async () => {
    verifies('R10');
    const on = await openOperations(await place(), shop({ up: false, refunds: 0 }), plan);
    const stuck = [await on.run('a', steps), await on.run('b', steps), await on.run('c', steps)];
    await vi.waitFor(async () => expect(await on.desk.compensations({ tenant: 'acme' })).toHaveLength(3));
    const results = await on.desk.settleCompensations({
      identity: ADA,
      stepIds: 'all',
      resolution: 'done',
      note: 'paid back by hand',
    });
    expect(results).toEqual(stuck.map((id) => ({ stepId: `${id}/1`, code: null })));
    expect(await on.desk.compensations({ tenant: 'acme' })).toEqual([]);
    expect(await on.desk.attention('acme')).toEqual([]);
    for (const id of stuck) expect(await on.bus.executions.get(id)).toMatchObject({ status: 'failed' });
    const record = await on.desk.settlements({ tenant: 'acme' });
    expect(record).toHaveLength(6);
    expect(record[0]).toMatchObject({
      by: 'grace',
      step: 'pay',
      result: 'settled',
      note: 'paid back by hand',
    });
    await expect(on.store.run('DELETE FROM settlement')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('“try again” lets the machine undo it once the other side is back', async () => {
    const bank = { up: false, refunds: 0 };
    const on = await openOperations(await place(), shop(bank), plan);
    const stuck = await on.run('again', steps);
    await vi.waitFor(async () => expect(await on.desk.compensations({ tenant: 'acme' })).toHaveLength(1));
    bank.up = true;
    await on.desk.settleAttention({ identity: ADA, requestId: stuck, step: 'pay', resolution: 'not_done' });
    await vi.waitFor(async () =>
      expect(await on.desk.compensations({ tenant: 'acme', status: 'done' })).toHaveLength(1),
    );
    expect(bank.refunds).toBe(1);
    expect(await on.desk.compensations({ tenant: 'acme' })).toEqual([]);
  });

  test('what is not there, another tenant’s, or decided already is refused, and that is on record too', async () => {
    const on = await openOperations(await place(), shop({ up: false, refunds: 0 }), plan);
    const stuck = await on.run('refusals', steps);
    const settle = (change: object) =>
      on.desk.settleAttention({
        identity: ADA,
        requestId: stuck,
        step: 'pay',
        resolution: 'done',
        ...change,
      });
    await expect(settle({ identity: { ...ADA, role: 'user' } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(settle({ identity: { ...ADA, tenant: 'other' } })).rejects.toMatchObject({
      code: 'EXECUTION_NOT_FOUND',
    });
    await settle({});
    await expect(settle({})).rejects.toMatchObject({ code: 'CONFLICT' });
    const results = (await on.desk.settlements({ tenant: 'acme' })).map(({ result }) => result);
    expect(results).toEqual(['CONFLICT', 'asked', 'settled', 'asked']);
  });
});
