import { expect, test } from 'vitest';
import { placeOf } from './state-path.ts';

test('the core path is itself', () => {
  expect(placeOf('confirm_details')).toEqual({ step: 'confirm_details', asking: null });
});

test('questions stand on the way to the confirmation', () => {
  expect(placeOf('awaiting_order_id')).toEqual({
    step: 'select_service',
    asking: { how: 'awaiting', slot: 'order_id' },
  });
  expect(placeOf('choose_recipient').asking).toEqual({ how: 'choosing', slot: 'recipient' });
});

test('an unknown state is work on the service', () => {
  expect(placeOf('something_new')).toEqual({ step: 'select_service', asking: null });
});
