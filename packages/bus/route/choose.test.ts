import { expect, test } from 'vitest';
import { routeOf, type ToolReference } from '../order/order.ts';
import { chooseRoute } from './choose.ts';

const version = (text: string): ToolReference => ({ tool: 'pay', version: text, hash: 'h' });
const planned = { ...version('1.3.0'), alternatives: [version('1.2.0'), version('1.1.0')] };
const frozen = (...versions: string[]) => ({
  frozen: (reference: ToolReference) =>
    versions.map((text) => routeOf(version(text))).includes(routeOf(reference)),
});

test('the planned version runs while nothing is against it', () => {
  expect(chooseRoute(planned, frozen('1.2.0'))).toEqual({
    type: 'run',
    target: version('1.3.0'),
    reason: 'planned',
  });
});

test('the best version that is not frozen stands in for one that is', () => {
  expect(chooseRoute(planned, frozen('1.3.0'))).toMatchObject({ target: version('1.2.0'), reason: 'frozen' });
  expect(chooseRoute(planned, frozen('1.3.0', '1.2.0'))).toMatchObject({ target: version('1.1.0') });
});

test('with no version left nothing runs, and that is said at once', () => {
  expect(chooseRoute(version('1.3.0'), frozen('1.3.0'))).toEqual({ type: 'refuse', code: 'TOOL_FROZEN' });
});
