import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { currentPreferences } from '../shared/lib/preferences';
import { PAGES } from './navigation';

/** How long `g` waits for the second key. */
const SEQUENCE_MILLIS = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
  rows[next]?.focus();
}

/** Single keys for people who work here all day. They can be switched off (WCAG 2.1.4). */
export function useShortcuts(openHelp: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let pressedG = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key === 'Escape' && isTyping(event.target)) {
        (event.target as HTMLElement).blur();
        return;
      }
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      if (currentPreferences().shortcuts === 'off') return;
      const follows = Date.now() - pressedG < SEQUENCE_MILLIS;
      pressedG = 0;
      const page = follows ? PAGES.find((each) => each.key === event.key) : undefined;
      if (page) void navigate(page.to);
      else if (event.key === 'g') pressedG = Date.now();
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === '?') openHelp();
      else if (event.key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, openHelp]);
}
