import { fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense, startTransition, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { lazyPage } from './lazyPage';

/** A page whose file comes only while the server is there. */
function pageOf(server: { away: boolean; asked: number }) {
  return lazyPage(async () => {
    server.asked += 1;
    if (server.away) throw new TypeError('Failed to fetch dynamically imported module: /x.js');
    return { default: ({ name }: { name: string }) => <p>the page of {name}</p> };
  });
}

function Site({ Page }: { Page: ComponentType<{ name: string }> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setOpen(!open))}>
        {open ? 'close' : 'open'}
      </button>
      <Suspense fallback={null}>{open ? <Page name="edge" /> : 'nothing'}</Suspense>
    </>
  );
}

describe('a page that is loaded when it is shown', () => {
  it('is loaded again with "try again" when the server was away', async () => {
    const server = { away: true, asked: 0 };
    const Page = pageOf(server);
    render(
      <Suspense fallback={null}>
        <Page name="edge" />
      </Suspense>,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
    expect(server.asked).toBe(1);
    server.away = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('the page of edge');
  });

  it('is loaded again when it is opened another time', async () => {
    const server = { away: true, asked: 0 };
    const Page = pageOf(server);
    render(<Site Page={Page} />);
    fireEvent.click(screen.getByRole('button', { name: 'open' }));
    await screen.findByRole('alert');
    expect(server.asked).toBe(1);
    server.away = false;
    fireEvent.click(screen.getByRole('button', { name: 'close' }));
    await screen.findByText('nothing');
    fireEvent.click(screen.getByRole('button', { name: 'open' }));
    await screen.findByText('the page of edge');
    expect(server.asked).toBe(2);
  });
});
