import './style/mantine.css';
import './style/tokens.css';
import './style/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startLocale } from './locale/locale.ts';

await startLocale();
createRoot(document.getElementById('root')!).render(<App />);
