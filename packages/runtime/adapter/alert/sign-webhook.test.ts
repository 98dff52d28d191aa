import { expect, test } from 'vitest';
import { signWebhook } from './sign-webhook.ts';

test('signs as the published test vector of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  expect(signWebhook(secret, id, 1_614_265_330_999, '{"test": 2432232314}')).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret of another form is taken as it is', () => {
  const signature = (secret: string) => signWebhook(secret, 'a', 0, '{}')['webhook-signature'];
  const same = `whsec_${Buffer.from('long enough').toString('base64')}`;
  expect(signature('long enough')).toBe(signature(same));
});
