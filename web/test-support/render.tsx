import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';

let address = '';

function Address() {
  const { pathname, search } = useLocation();
  address = `${pathname}${search}`;
  return null;
}

/** Where the router is. */
export function currentAddress(): string {
  return address;
}

/** Shows a page at an address, without the frame around it. */
export function renderPage(page: ReactNode, path: string, pattern = '*') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Address />
        <Routes>
          <Route path={pattern} element={page} />
          <Route path="*" element={<p>another page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
