import { useSyncExternalStore } from 'react';

/** Choices of the person at this browser. Theme and density are also read by public/theme.js. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  zone: 'local' | 'utc';
  shortcuts: 'on' | 'off';
};

const OPTIONS: { [K in keyof Preferences]: readonly Preferences[K][] } = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  zone: ['local', 'utc'],
  shortcuts: ['on', 'off'],
};
const listeners = new Set<() => void>();

function read<K extends keyof Preferences>(key: K): Preferences[K] {
  const [fallback] = OPTIONS[key];
  try {
    const stored = localStorage.getItem(`myriarch.${key}`);
    return OPTIONS[key].find((option) => option === stored) ?? (fallback as Preferences[K]);
  } catch {
    return fallback as Preferences[K];
  }
}

let preferences: Preferences = {
  theme: read('theme'),
  density: read('density'),
  zone: read('zone'),
  shortcuts: read('shortcuts'),
};

export function currentPreferences(): Preferences {
  return preferences;
}

export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  preferences = { ...preferences, [key]: value };
  try {
    localStorage.setItem(`myriarch.${key}`, value);
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  const { dataset } = document.documentElement;
  if (preferences.theme === 'system') delete dataset.theme;
  else dataset.theme = preferences.theme;
  if (preferences.density === 'compact') dataset.density = 'compact';
  else delete dataset.density;
  for (const listener of listeners) listener();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentPreferences);
}
