import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

test('every sentence that an agent offers to try is understood', async () => {
  for (const { name, tries } of house.hermes.agents()) {
    for (const text of tries) {
      const talk = await house.talkTo(name);
      const { intent, confidence } = await talk.say(text);
      expect(intent, `${name}: ${text}`).not.toBeNull();
      expect(confidence, `${name}: ${text}`).toBeGreaterThan(0.5);
    }
  }
});
