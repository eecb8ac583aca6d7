import type { ReactNode } from 'react';

/** Line icons on a grid of 16, drawn for this project. */
const SHAPES = {
  check: <path d="m3.5 8.5 3 3 6-7" />,
  checkCircle: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="m5.4 8.2 1.9 1.9 3.4-3.9" />
    </>
  ),
  cross: <path d="m4 4 8 8M12 4l-8 8" />,
  crossCircle: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2.2 14.4 13.4H1.6Z" />
      <path d="M8 6.4v3.2M8 11.5v.01" />
    </>
  ),
  progress: (
    <>
      <path d="M8 1.75A6.25 6.25 0 1 1 1.75 8" />
      <path d="M8 4.75V8l2.2 1.6" />
    </>
  ),
  pause: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M6.4 5.8v4.4M9.6 5.8v4.4" />
    </>
  ),
  offline: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M5 8h6" />
    </>
  ),
  unknown: (
    <>
      <circle cx="8" cy="8" r="6.25" strokeDasharray="2.6 2.3" />
      <path d="M8 8v.01" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6.25" />
      <path d="M8 7.4v3.4M8 5.2v.01" />
    </>
  ),
  overview: (
    <>
      <rect x="2" y="2" width="5" height="6.5" rx="1" />
      <rect x="9" y="2" width="5" height="3.5" rx="1" />
      <rect x="2" y="10.5" width="5" height="3.5" rx="1" />
      <rect x="9" y="7.5" width="5" height="6.5" rx="1" />
    </>
  ),
  agents: (
    <>
      <rect x="2" y="2.5" width="12" height="4.5" rx="1.25" />
      <rect x="2" y="9" width="12" height="4.5" rx="1.25" />
      <path d="M4.8 4.75v.01M4.8 11.25v.01M8 4.75h3.2M8 11.25h3.2" />
    </>
  ),
  fleets: (
    <>
      <path d="m8 1.8 6.2 3.1L8 8 1.8 4.9Z" />
      <path d="m1.8 8 6.2 3.1L14.2 8M1.8 11.1 8 14.2l6.2-3.1" />
    </>
  ),
  git: (
    <>
      <circle cx="4.5" cy="3.6" r="1.8" />
      <circle cx="4.5" cy="12.4" r="1.8" />
      <circle cx="11.5" cy="5.6" r="1.8" />
      <path d="M4.5 5.4v5.2M11.5 7.4c0 2.6-4.6 2-6.6 3.4" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.6" />
      <path d="m10.4 10.4 3.4 3.4" />
    </>
  ),
  filter: <path d="M1.8 3.5h12.4M4.2 8h7.6M6.6 12.5h2.8" />,
  chevronDown: <path d="m4 6 4 4 4-4" />,
  chevronRight: <path d="m6 4 4 4-4 4" />,
  chevronLeft: <path d="m10 4-4 4 4 4" />,
  arrowUp: <path d="M8 13V3M4 7l4-4 4 4" />,
  arrowDown: <path d="M8 3v10M4 9l4 4 4-4" />,
  arrowRight: <path d="M3 8h10M9 4l4 4-4 4" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.5" />
      <path d="M10.5 3.2A1.2 1.2 0 0 0 9.3 2H3.2A1.2 1.2 0 0 0 2 3.2v6.1a1.2 1.2 0 0 0 1.2 1.2" />
    </>
  ),
  refresh: (
    <>
      <path d="M13.8 3v3.4h-3.4M2.2 13V9.6h3.4" />
      <path d="M13.4 6.4A5.6 5.6 0 0 0 3.2 5.2M2.6 9.6a5.6 5.6 0 0 0 10.2 1.2" />
    </>
  ),
  external: (
    <path d="M9.5 2.5h4v4M13.2 2.8 7.5 8.5M6.5 3H3.6A1.1 1.1 0 0 0 2.5 4.1v8.3a1.1 1.1 0 0 0 1.1 1.1h8.3a1.1 1.1 0 0 0 1.1-1.1V9.5" />
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.9" />
      <path d="M8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1" />
    </>
  ),
  moon: <path d="M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7Z" />,
  screen: (
    <>
      <rect x="1.8" y="2.8" width="12.4" height="8.4" rx="1.25" />
      <path d="M5.6 13.6h4.8" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.2" r="2.9" />
      <path d="M2.6 14a5.4 5.4 0 0 1 10.8 0" />
    </>
  ),
  logOut: (
    <path d="M6.2 2.2H3.4a1.2 1.2 0 0 0-1.2 1.2v9.2a1.2 1.2 0 0 0 1.2 1.2h2.8M10.4 11.2 13.6 8l-3.2-3.2M13.2 8H6" />
  ),
  keyboard: (
    <>
      <rect x="1.4" y="3.8" width="13.2" height="8.6" rx="1.25" />
      <path d="M4 6.6v.01M6.7 6.6v.01M9.3 6.6v.01M12 6.6v.01M5 9.8h6" />
    </>
  ),
  lock: (
    <>
      <rect x="3" y="7" width="10" height="7" rx="1.25" />
      <path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" />
    </>
  ),
  heart: <path d="M8 13.4S2 9.9 2 5.9A3.1 3.1 0 0 1 8 4.8a3.1 3.1 0 0 1 6 1.1c0 4-6 7.5-6 7.5Z" />,
  file: (
    <path d="M9 1.8H4.4a1.2 1.2 0 0 0-1.2 1.2v10a1.2 1.2 0 0 0 1.2 1.2h7.2a1.2 1.2 0 0 0 1.2-1.2V5.6ZM9 1.8v3.8h3.8" />
  ),
  plug: <path d="M5.4 1.8v3M10.6 1.8v3M3.6 4.8h8.8v2.4a4.4 4.4 0 0 1-8.8 0ZM8 11.6v2.6" />,
  wrap: (
    <path d="M1.8 3.5h12.4M1.8 8h10a2.3 2.3 0 0 1 0 4.6H8.6M10.4 10.8l-1.8 1.8 1.8 1.8M1.8 12.5h3.4" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** A decorative icon: the word beside it, or the label of its button, carries the meaning. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {SHAPES[name]}
    </svg>
  );
}
