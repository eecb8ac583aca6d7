import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { LoginPage } from '../features/session/LoginPage';
import { routerBase } from '../shared/lib/base';
import { ErrorBoundary } from '../shared/ui/ErrorBoundary';
import { LiveRegion } from '../shared/ui/LiveRegion';
import { lazyPage } from '../shared/ui/lazyPage';
import { NotFoundPage } from './NotFoundPage';
import { newQueryClient } from './queryClient';
import { RequireSession } from './RequireSession';
import { Shell } from './Shell';

const OverviewPage = lazyPage(() => import('../features/overview/OverviewPage'));
const AgentsPage = lazyPage(() => import('../features/agents/AgentsPage'));
const AgentPage = lazyPage(() => import('../features/agent/AgentPage'));
const FleetsPage = lazyPage(() => import('../features/fleets/FleetsPage'));
const FleetPage = lazyPage(() => import('../features/fleets/FleetPage'));
const GitopsPage = lazyPage(() => import('../features/gitops/GitopsPage'));

export function App() {
  const [client] = useState(newQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter basename={routerBase}>
          <Routes>
            <Route path="/login" element={<LoginPage />} />
            <Route
              element={
                <RequireSession>
                  <Shell />
                </RequireSession>
              }
            >
              <Route path="/" element={<OverviewPage />} />
              <Route path="/agents" element={<AgentsPage />} />
              <Route path="/agents/:id" element={<AgentPage />} />
              <Route path="/fleets" element={<FleetsPage />} />
              <Route path="/fleets/:name" element={<FleetPage />} />
              <Route path="/gitops" element={<GitopsPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
        </BrowserRouter>
        <LiveRegion />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
