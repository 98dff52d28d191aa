import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildConsole } from '@hermes-agent/console/build';
import { type RunningServer, startServer } from '@hermes-agent/server';
import { ensureChromium } from '@hermes-agent/testkit/services';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, openHouse } from './house.ts';
import { readMailbox } from './mailbox.ts';

const executablePath = ensureChromium();
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Where screenshots go when someone wants to look: `HERMES_SCREENSHOTS=folder npm test`. */
const screenshots = process.env.HERMES_SCREENSHOTS;

describe.skipIf(executablePath === null)('the page', () => {
  let house: House;
  let server: RunningServer;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hermes-page-'));
    const { outDir } = await buildConsole({ outDir: join(folder, 'console'), logLevel: 'silent' });
    house = await openHouse();
    server = await startServer({ hermes: house.hermes, port: 0, consoleDir: outDir });
    browser = await chromium.launch({ executablePath: executablePath!, args: BROWSER_FLAGS });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await house?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const look = async (page: Page, name: string): Promise<void> => {
    if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${name}.png`) });
  };

  test('holds the conversation, shows what was understood, the trace and the mail', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (line) => {
      if (line.type() === 'error') faults.push(line.text());
    });
    await page.goto(server.url);
    await page.getByTestId('agent').first().waitFor();
    await chooseAgent(page, '销售报告');
    await look(page, 'chat-empty');

    await page.getByTestId('chat-input').fill('帮我把上个月的销售报告发给李总监');
    await page.getByTestId('chat-send').click();
    await page.getByTestId('slot-recipient').filter({ hasText: 'li.mingyuan@example.cn' }).waitFor();
    await look(page, 'chat-confirm');
    await page.getByTestId('option').filter({ hasText: /^是$/ }).click();
    await page.getByTestId('reply').filter({ hasText: '已将' }).waitFor({ timeout: 60_000 });
    await look(page, 'chat-done');

    await page.getByTestId('trace-row').first().click();
    await page.getByTestId('span-row').first().waitFor();
    await look(page, 'trace');
    const layers = await page
      .getByTestId('span-row')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.layer));
    expect(new Set(layers)).toEqual(new Set(['conversation', 'bus', 'tools', 'memory', 'runtime']));
    await page.keyboard.press('Escape');

    await page.getByTestId('nav-mailbox').click();
    await page.getByTestId('mail-item').first().click();
    await page.getByTestId('attachment').first().waitFor();
    await look(page, 'mailbox');
    expect(await readMailbox(house.hermes)).toHaveLength(1);
    expect(faults).toEqual([]);
    await page.close();
  });
});

async function chooseAgent(page: Page, title: string): Promise<void> {
  const picker = page.getByTestId('agent').first();
  if ((await picker.inputValue().catch(() => '')).includes(title)) return;
  await picker.click();
  await page.getByRole('option').filter({ hasText: title }).first().click();
}
