import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './base';
import { forgeLink, gitopsProblems, isHeldBack } from './gitops';
import { countText, percentText, plural } from './numbers';
import { absoluteText, durationText, relativeText } from './time';
import { compareVersions } from './versions';

describe('times', () => {
  it('uses one unit, and two for a few hours', () => {
    expect(durationText(45_000)).toBe('45 s');
    expect(durationText(12 * 60_000)).toBe('12 min');
    expect(durationText(190 * 60_000)).toBe('3 h 10 min');
    expect(durationText(26 * 3_600_000)).toBe('1 d');
  });

  it('says when in relation to now', () => {
    const now = Date.UTC(2026, 10, 30, 14);
    expect(relativeText(now - 1_000, now)).toBe('just now');
    expect(relativeText(now - 720_000, now)).toBe('12 min ago');
    expect(relativeText(now + 3_600_000, now)).toBe('in 1 h');
  });

  it('names the zone of an absolute time', () => {
    expect(absoluteText(Date.UTC(2026, 10, 30, 14, 2, 11), 'utc')).toBe('2026-11-30 14:02:11 UTC');
    expect(absoluteText(0, 'local')).toMatch(/ UTC[+−]\d\d:\d\d$/);
  });
});

describe('numbers', () => {
  it('groups digits and knows one from many', () => {
    expect(countText(1363)).toBe('1,363');
    expect(plural(1, 'agent')).toBe('1 agent');
    expect(plural(0, 'agent')).toBe('0 agents');
  });

  it('rounds to nothing or all only when that is exact', () => {
    expect(percentText(1, 10_000)).toBe('1 %');
    expect(percentText(9_999, 10_000)).toBe('99 %');
    expect(percentText(0, 10)).toBe('0 %');
    expect(percentText(10, 10)).toBe('100 %');
  });
});

describe('versions', () => {
  it('sorts as versions and not as text', () => {
    const sorted = ['0.100.0', '0.99.1', 'latest', '0.99.1-rc.2', '0.99.1-rc.10', ''].sort(
      compareVersions,
    );
    expect(sorted).toEqual(['', 'latest', '0.99.1-rc.2', '0.99.1-rc.10', '0.99.1', '0.100.0']);
  });
});

describe('the return path after signing in', () => {
  it('keeps a place in the application', () => {
    expect(safeReturnPath('/agents?status=offline')).toBe('/agents?status=offline');
  });

  it.each([null, '', 'agents', '//evil.example', '/\\evil.example', '/login?return=/x', '/a\nb'])(
    'turns %j into the overview',
    (path) => expect(safeReturnPath(path)).toBe('/'),
  );
});

describe('the state of the repository', () => {
  const status = { state: 'error', source: '', issues: [], message: '' } as const;

  it('counts errors and not warnings', () => {
    const issue = { code: 'x', message: '', file: '', line: 0, column: 0, object: '', path: '' };
    const issues = [
      { ...issue, severity: 'error' as const },
      { ...issue, severity: 'warning' as const },
    ];
    expect(gitopsProblems({ ...status, issues })).toBe(1);
    expect(gitopsProblems({ ...status, issues, message: 'unreachable' })).toBe(2);
  });

  it('is held back while the newest revision is not the applied one', () => {
    expect(isHeldBack({ ...status, issues: [], appliedRevision: 'a', latestRevision: 'b' })).toBe(
      true,
    );
    expect(isHeldBack({ ...status, issues: [], appliedRevision: 'a', latestRevision: 'a' })).toBe(
      false,
    );
    expect(isHeldBack({ ...status, issues: [], appliedRevision: 'a' })).toBe(false);
  });

  it('links to files on known forges only', () => {
    expect(forgeLink('https://github.com/o/r.git', 'abc', 'fleets/a b.yaml', 7)).toBe(
      'https://github.com/o/r/blob/abc/fleets/a%20b.yaml#L7',
    );
    expect(forgeLink('https://gitlab.example.com/g/r.git', 'abc', 'x.yaml', 0)).toBe(
      'https://gitlab.example.com/g/r/-/blob/abc/x.yaml',
    );
    expect(forgeLink('https://git.example.com/r', 'abc', 'x.yaml', 1)).toBeUndefined();
    expect(forgeLink('ssh://git@github.com/o/r.git', 'abc', 'x.yaml', 1)).toBeUndefined();
    expect(forgeLink('dir:/srv/git', undefined, 'x.yaml', 1)).toBeUndefined();
  });
});
