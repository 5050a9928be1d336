import './app/theme.css';
import './app/widgets.css';
import '@mantine/notifications/styles.layer.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './app/api.ts';
import { startTranslations } from './app/i18n.ts';
import { followJobs } from './app/jobs.ts';
import { Shell } from './app/shell.tsx';
import { cssVariables, theme } from './app/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

await startTranslations();
followJobs();
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={3} />
        <Shell />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
