import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.ts';

const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** CJK glyphs for the pages, and the tool that renders a PDF to an image. */
const NOTO_CJK = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
const PDFTOPPM = '/usr/bin/pdftoppm';

/**
 * The path of a Chromium, its CJK fonts and `pdftoppm` beside it; on Debian as root what is missing is
 * installed. `HERMES_TEST_CHROMIUM` names another one. Null when there is none: such tests are skipped.
 */
export function ensureChromium(): string | null {
  const chosen = process.env.HERMES_TEST_CHROMIUM;
  if (chosen !== undefined && chosen !== '') return chosen;
  const find = (): string | undefined => CHROMIUM.find((path) => existsSync(path));
  const missing = [
    ...(find() === undefined ? ['chromium'] : []),
    ...(existsSync(NOTO_CJK) ? [] : ['fonts-noto-cjk']),
    ...(existsSync(PDFTOPPM) ? [] : ['poppler-utils']),
  ];
  if (missing.length > 0) installDebianPackages(missing);
  return find() ?? null;
}
