import { expect, test } from 'vitest';
import { fileHeaders } from './file.ts';

test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/html; charset=utf-8', ''])(
  '%s is saved, never shown as a page of this origin',
  (mediaType) => {
    const headers = fileHeaders(mediaType, 'a.html');
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  },
);

test('a name cannot break out of its header', () => {
  const { 'content-disposition': disposition } = fileHeaders('application/pdf', `a"'\r\nset-cookie: x`);
  expect(disposition).toBe("inline; filename*=UTF-8''a%22%27%0D%0Aset-cookie%3A%20x");
});
