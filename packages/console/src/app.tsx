import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from './api/problem.ts';
import { PageBoundary } from './shell/page-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { SignIn } from './shell/sign-in.tsx';

const theme = createTheme({ primaryColor: 'indigo', defaultRadius: 'md', cursorType: 'pointer' });
const schemes = localStorageColorSchemeManager({ key: 'hermes.scheme' });

/** Asking again helps only where the server might answer otherwise. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && !(error instanceof ApiProblem && error.status >= 400 && error.status < 500);

function createQueries(onUnauthenticated: () => void): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: isWorthRetrying, networkMode: 'always' } },
  });
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (event.action.error instanceof ApiProblem && event.action.error.status === 401) onUnauthenticated();
  });
  return queries;
}

export function App() {
  const [asksToken, setAsksToken] = useState(false);
  const [queries] = useState(() => createQueries(() => setAsksToken(true)));
  const signedIn = (): void => {
    setAsksToken(false);
    void queries.resetQueries();
  };
  return (
    // Variables and global classes stand in style/, so that no <style> is written at run time and the page
    // works under a strict content security policy.
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <PageBoundary>{asksToken ? <SignIn onDone={signedIn} /> : <Shell />}</PageBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}
