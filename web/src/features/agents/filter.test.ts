import { describe, expect, it } from 'vitest';
import {
  apiQuery,
  attributePair,
  chosenValues,
  isFiltered,
  readFilter,
  toggleValue,
  withoutFilters,
  writeFilter,
} from './filter';

const read = (text: string) => readFilter(new URLSearchParams(text));

describe('the filter in the address', () => {
  it.each([
    '',
    'q=edge',
    'status=offline&fleet=&fleet=edge',
    'attr=site.name%3Dber&sort=-lastSeenAt&page=3&pageSize=100',
  ])('survives reading and writing: %s', (text) => {
    expect(writeFilter(read(text)).toString()).toBe(text);
  });

  it('drops what the API would refuse', () => {
    const filter = read(
      'status=sleeping&configProof=right&health=healthy&sort=colour&page=-1&pageSize=7&attr=novalue',
    );
    expect(writeFilter(filter).toString()).toBe('health=healthy');
  });

  it('becomes the query of the API', () => {
    expect(apiQuery(read('q=x&fleet=&attr=a%3Db%3Dc'))).toEqual({
      q: 'x',
      fleet: [''],
      attr: ['a=b=c'],
      sort: 'hostName',
      page: 1,
      pageSize: 50,
    });
  });

  it('starts on the first page after a change', () => {
    const filter = toggleValue(read('page=4'), 'health', 'unhealthy');
    expect(writeFilter(filter).toString()).toBe('health=unhealthy');
    expect(isFiltered(filter)).toBe(true);
    expect(isFiltered(toggleValue(filter, 'health', 'unhealthy'))).toBe(false);
  });

  it('has attributes of the site among the attributes', () => {
    const berlin = read('attr=site.type%3Dstore&attr=site.name%3Dber&page=2');
    expect(chosenValues(berlin, 'site.type')).toEqual(['store']);
    expect(chosenValues(berlin, 'site.country')).toEqual([]);
    const both = toggleValue(berlin, 'site.type', 'a=b');
    expect(both.attributes).toEqual(['site.type=store', 'site.name=ber', 'site.type=a=b']);
    expect(chosenValues(both, 'site.type')).toEqual(['store', 'a=b']);
    expect(writeFilter(toggleValue(both, 'site.type', 'store')).toString()).toBe(
      'attr=site.name%3Dber&attr=site.type%3Da%3Db',
    );
  });

  it('keeps the order when it is cleared', () => {
    const filter = withoutFilters(read('q=x&health=healthy&sort=version&page=2'));
    expect(writeFilter(filter).toString()).toBe('sort=version');
  });

  it('takes key=value for an attribute', () => {
    expect(attributePair(' site.name=ber ')).toBe('site.name=ber');
    expect(attributePair('edge-ber')).toBeUndefined();
    expect(attributePair('=x')).toBeUndefined();
  });
});
