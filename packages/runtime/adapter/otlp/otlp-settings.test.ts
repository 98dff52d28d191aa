import { expect, test } from 'vitest';
import { readOtlpSettings } from './otlp-settings.ts';

test('nothing is exported unless an address is set', () => {
  expect(readOtlpSettings({})).toBe(null);
  expect(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe(null);
  const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'True' };
  expect(readOtlpSettings(disabled)).toBe(null);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }, 'http://c:4318/v1/traces'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c/otlp/' }, 'https://c/otlp/v1/traces'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/in' },
    'http://t/in',
  ],
])('%j sends to %s', (environment, url) => {
  expect(readOtlpSettings(environment)!.url.href).toBe(url);
});

test('headers and the name of the service', () => {
  const settings = readOtlpSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
    OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b, authorization = Basic eA== ,nonsense,x-broken=%zz',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-key=mine',
    OTEL_SERVICE_NAME: 'shop',
  });
  expect(settings).toMatchObject({
    serviceName: 'shop',
    headers: { 'x-key': 'mine', authorization: 'Basic eA==', 'x-broken': '%zz' },
  });
  expect(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c' })!.serviceName).toBe('hermes-agent');
});

test('what is no http address is refused, with the variable', () => {
  expect(() => readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', where: 'OTEL_EXPORTER_OTLP_ENDPOINT' }),
  );
});
