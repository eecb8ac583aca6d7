import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { statsQuery } from '../shared/api/queries/system';
import { useSessionState } from '../shared/api/session';
import { classNames } from '../shared/lib/classNames';
import { gitopsProblems } from '../shared/lib/gitops';
import { requestHeadingFocus } from '../shared/lib/headingFocus';
import { countText } from '../shared/lib/numbers';
import { BrandMark } from '../shared/ui/Brand';
import { ErrorBoundary } from '../shared/ui/ErrorBoundary';
import { Icon } from '../shared/ui/Icon';
import { Skeleton } from '../shared/ui/QueryState';
import { FreshnessPill } from './FreshnessPill';
import { HelpDialog } from './HelpDialog';
import { useLive } from './live/useLive';
import { DisplayMenu, UserMenu } from './menus';
import { PAGES } from './navigation';
import styles from './Shell.module.css';
import { SignedOutBanner } from './SignedOutBanner';
import { useShortcuts } from './useShortcuts';

/** The frame of every page after signing in. */
export function Shell() {
  const live = useLive();
  const { signedOut } = useSessionState();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  const [help, setHelp] = useState(false);
  const openHelp = useCallback(() => setHelp(true), []);
  useShortcuts(openHelp);

  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
    requestHeadingFocus();
  }, [pathname]);

  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Rail />
      <div className={styles.column}>
        <header className={styles.bar}>
          <NavLink to="/" className={styles.brandSmall} aria-label="myriarch, overview">
            <BrandMark />
          </NavLink>
          <div className={styles.tools}>
            <FreshnessPill state={live} />
            <DisplayMenu onHelp={openHelp} />
            <UserMenu />
          </div>
        </header>
        {signedOut && <SignedOutBanner />}
        <main
          ref={main}
          tabIndex={-1}
          className={classNames(styles.main, signedOut && styles.dimmed)}
          inert={signedOut}
        >
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<Skeleton lines={6} />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <HelpDialog open={help} onClose={() => setHelp(false)} />
    </div>
  );
}

function Rail() {
  const stats = useQuery(statsQuery);
  const problems = stats.data ? gitopsProblems(stats.data.gitops) : 0;
  return (
    <nav className={styles.rail} aria-label="Main">
      <div className={styles.brand}>
        <BrandMark />
        <span>myriarch</span>
      </div>
      <ul className={styles.pages}>
        {PAGES.map((page) => (
          <li key={page.to}>
            <NavLink to={page.to} end={page.to === '/'} className={styles.page}>
              <Icon name={page.icon} size={17} />
              <span className={styles.pageLabel}>{page.label}</span>
              {page.to === '/agents' && stats.data && (
                <span className={styles.count}>{countText(stats.data.agents)}</span>
              )}
              {page.to === '/fleets' && stats.data && (
                <span className={styles.count}>
                  {countText(stats.data.fleets.filter((fleet) => fleet.name !== '').length)}
                </span>
              )}
              {page.to === '/gitops' && problems > 0 && (
                <span className={styles.alert}>
                  <Icon name="warning" size={13} />
                  <span className="visually-hidden">needs attention</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
