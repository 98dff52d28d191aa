import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { writeToken } from '../api/credential.ts';
import { EmptyState } from './empty-state.tsx';

/** Shown when the server asks who is there. */
export function SignIn({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const submit = (form: FormData): void => {
    const token = String(form.get('token')).trim();
    if (token === '') return;
    writeToken(token);
    onDone();
  };
  return (
    <main>
      <EmptyState icon="shield" title={t('signIn.title')} hint={t('signIn.hint')}>
        <form action={submit} className="sign-in">
          <TextInput
            name="token"
            type="password"
            autoComplete="off"
            aria-label={t('signIn.token')}
            autoFocus
          />
          <Button type="submit">{t('signIn.submit')}</Button>
        </form>
      </EmptyState>
    </main>
  );
}
