import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Locale } from '../api/wire.ts';
import { humanise } from '../slot/format-slot.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

const KEY = 'hermes.locale';

/** What the reader chose last; at first, what the browser prefers among what there is. */
export function firstLocale(stored: string | null, preferred: readonly string[]): Locale {
  if (stored === 'zh' || stored === 'en') return stored;
  const known = preferred
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag) => tag === 'zh' || tag === 'en');
  return known === 'zh' ? 'zh' : 'en';
}

export async function startLocale(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { zh: { translation: zh }, en: { translation: en } },
    lng: firstLocale(localStorage.getItem(KEY), navigator.languages),
    fallbackLng: 'en',
    interpolation: { escapeValue: false }, // React escapes
  });
  const mark = (): void => {
    document.documentElement.lang = i18next.language === 'zh' ? 'zh-CN' : 'en';
  };
  mark();
  i18next.on('languageChanged', mark);
}

export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(KEY, locale);
  await i18next.changeLanguage(locale);
}

export function useLocale(): Locale {
  return useTranslation().i18n.language === 'zh' ? 'zh' : 'en';
}

/** Words for names an agent may invent: known ones from the dictionary, others made readable. */
export function useNames(): (
  group: 'slot' | 'intent' | 'value' | 'status' | 'matter',
  name: string,
) => string {
  const { t, i18n } = useTranslation();
  return (group, name) => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) return name; // free text, not a name
    const key = `${group}.${name}`;
    return i18n.exists(key) ? t(key as 'intent.help') : humanise(name);
  };
}
