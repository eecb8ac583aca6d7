// A STAND-IN FOR DEVELOPING THE UI AND FOR COMPONENT TESTS: see data.mjs.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { ago, freshState, fullState, sha256 } from './data.mjs';
import { explanationOf } from './explanation.mjs';

/**
 * @typedef {import('../../src/shared/api/types').AgentSummary} AgentSummary
 * @typedef {import('./data.mjs').State} State
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {{dist?: string, scenario?: 'full' | 'fresh', delayMillis?: number}} Options
 */

const ATTRIBUTES = /** @type {const} */ (['site.type', 'site.country']);
const DIMENSIONS = /** @type {const} */ ([
  'status',
  'health',
  'kind',
  'version',
  'fleet',
  'configSync',
  'configProof',
  'osType',
]);
const SORTS = ['hostName', 'status', 'health', 'fleet', 'version', 'configSync', 'lastSeenAt'];
/** @type {Record<string, {role: 'viewer' | 'operator' | 'admin', permissions: string[]}>} */
const USERS = {
  admin: {
    role: 'admin',
    permissions: ['read', 'gitops:sync', 'agents:restart', 'agents:delete', 'audit:read'],
  },
  viewer: { role: 'viewer', permissions: ['read'] },
};
const CSP = [
  "default-src 'self'",
  "style-src 'self'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ');
/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/plain; charset=utf-8',
};

class Problem extends Error {
  /** @param {number} status @param {string} code @param {string} title @param {string} [detail] */
  constructor(status, code, title, detail) {
    super(title);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** @param {string} dimension @param {AgentSummary} agent */
function fieldOf(dimension, agent) {
  return String(agent[/** @type {keyof AgentSummary} */ (dimension)] ?? '');
}

/** @param {State} state @param {URLSearchParams} query @param {string} [except] */
function matching(state, query, except) {
  const text = (query.get('q') ?? '').toLowerCase();
  return [...state.agents.values()].filter(({ detail }) => {
    const { summary } = detail;
    const attributes = { ...detail.nonIdentifyingAttributes, ...detail.identifyingAttributes };
    if (text) {
      const words = [summary.hostName, summary.id, summary.version, ...Object.values(attributes)];
      if (!words.some((word) => word.toLowerCase().includes(text))) return false;
    }
    /** @type {Map<string, string[]>} */
    const wanted = new Map();
    for (const pair of query.getAll('attr')) {
      const [key = '', value = ''] = pair.split(/=(.*)/s);
      wanted.set(key, [...(wanted.get(key) ?? []), value]);
    }
    for (const [key, values] of wanted) {
      if (key === except) continue;
      const label = key.startsWith('labels.') ? detail.labels[key.slice(7)] : attributes[key];
      if (!values.includes(label ?? '')) return false;
    }
    return DIMENSIONS.every((dimension) => {
      const values = query.getAll(dimension);
      return (
        dimension === except || values.length === 0 || values.includes(fieldOf(dimension, summary))
      );
    });
  });
}

/** @param {State} state @param {URLSearchParams} query */
function facets(state, query) {
  return {
    total: matching(state, query).length,
    dimensions: [...DIMENSIONS, ...ATTRIBUTES].map((name) => {
      /** @type {Map<string, number>} */
      const counts = new Map();
      for (const { detail } of matching(state, query, name)) {
        const isAttribute = ATTRIBUTES.some((each) => each === name);
        const value = isAttribute
          ? detail.nonIdentifyingAttributes[name]
          : fieldOf(name, detail.summary);
        if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      const values = [...counts].map(([value, count]) => ({ value, count }));
      return {
        name,
        values: values.sort((a, b) => b.count - a.count || a.value.localeCompare(b.value)),
      };
    }),
  };
}

/** @param {State} state @param {URLSearchParams} query */
function page(state, query) {
  const sort = query.get('sort') ?? 'hostName';
  const field = sort.replace(/^-/, '');
  if (!SORTS.includes(field))
    throw new Problem(400, 'bad_request', 'Bad request', `unknown sort ${field}`);
  const direction = sort.startsWith('-') ? -1 : 1;
  const number = Number(query.get('page') ?? 1);
  const pageSize = Number(query.get('pageSize') ?? 50);
  const all = matching(state, query)
    .map(({ detail }) => detail.summary)
    .sort(
      (a, b) =>
        direction * fieldOf(field, a).localeCompare(fieldOf(field, b), 'en', { numeric: true }) ||
        a.id.localeCompare(b.id),
    );
  return {
    items: all.slice((number - 1) * pageSize, number * pageSize),
    page: number,
    pageSize,
    total: all.length,
  };
}

/** @param {State} state @param {string} fleet */
function syncCounts(state, fleet) {
  const query = new URLSearchParams([['fleet', fleet]]);
  const { dimensions, total } = facets(state, query);
  return {
    members: total,
    sync: dimensions.find((each) => each.name === 'configSync')?.values ?? [],
  };
}

/** @param {State} state */
function stats(state) {
  const names = ['', ...state.fleets.map((fleet) => fleet.name)];
  return {
    agents: state.agents.size,
    facets: facets(state, new URLSearchParams()),
    fleets: names
      .map((name) => ({ name, ...syncCounts(state, name) }))
      .filter((fleet) => fleet.name || fleet.members),
    gitops: state.gitops,
  };
}

/** @param {Options} options */
export function createFakeApi(options = {}) {
  const state = options.scenario === 'fresh' ? freshState() : fullState();
  /** @type {Map<string, string>} */
  const sessions = new Map();
  /** @type {Set<Response>} */
  const streams = new Set();

  /** @param {string} event @param {object} data */
  function broadcast(event, data) {
    for (const stream of streams)
      stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** @param {string} name */
  const me = (name) => ({
    name,
    ...(USERS[name] ?? USERS.viewer),
    csrfToken: sha256(`csrf ${name}`),
  });

  /**
   * @param {string} method
   * @param {string[]} parts
   * @param {URLSearchParams} query
   * @param {string} user
   */
  function answer(method, parts, query, user) {
    const [first, second = '', third, fourth = ''] = parts;
    switch (`${method} ${first}`) {
      case 'GET me':
        return me(user);
      case 'GET system':
        return {
          version: '0.1.0',
          publicUrl: 'https://fleet.example.net',
          opampUrl: 'wss://fleet.example.net/v1/opamp',
          startedAt: ago(86_400_000),
          replicas: ['myriarch-0', 'myriarch-1'].map((id, index) => ({
            id,
            version: '0.1.0',
            leader: index === 0,
            connections: index === 0 ? 84 : 43,
            heartbeatAt: ago(1500),
          })),
        };
      case 'GET stats':
        return stats(state);
      case 'GET fleets': {
        const all = state.fleets.map((fleet) => ({ ...fleet, ...syncCounts(state, fleet.name) }));
        if (!second) return { items: all };
        return all.find((fleet) => fleet.name === second) ?? missing('fleet', second);
      }
      case 'GET gitops':
        return second === 'status' ? state.gitops : { items: state.syncs };
      case 'POST gitops':
        state.gitops.checkedAt = ago(0);
        setTimeout(
          () =>
            broadcast('gitops.synced', { revision: state.gitops.latestRevision, applied: false }),
          400,
        );
        return undefined;
      case 'POST agents': {
        const found = state.agents.get(second) ?? missing('agent', second);
        const action = found.detail.actions.find((each) => each.name === fourth);
        if (!action?.allowed)
          throw new Problem(412, 'precondition_failed', 'Precondition failed', action?.reason);
        found.events.unshift({
          at: ago(0),
          type: `${fourth}_requested`,
          severity: 'info',
          text: `a ${fourth} was asked for`,
        });
        return undefined;
      }
      case 'GET agents': {
        if (!second) return page(state, query);
        if (second === 'facets') return facets(state, query);
        const found = state.agents.get(second) ?? missing('agent', second);
        if (!third) return found.detail;
        if (third === 'events') return { items: found.events };
        if (third === 'explain') return explanationOf(found.detail);
        const body = found.configs[fourth];
        if (body === undefined)
          throw new Problem(
            404,
            'not_found',
            'There is no such configuration',
            `The agent has no ${fourth} configuration.`,
          );
        return { which: fourth, hash: sha256(body), contentType: 'text/yaml', body };
      }
      default:
        return missing('resource', parts.join('/'));
    }
  }

  /** @param {string} what @param {string} name @returns {never} */
  function missing(what, name) {
    throw new Problem(
      404,
      'not_found',
      `There is no such ${what}`,
      `No ${what} has the name ${name}.`,
    );
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    const requestId = createHash('md5').update(`${Math.random()}`).digest('hex').slice(0, 16);
    response.setHeader('x-request-id', requestId);
    response.setHeader('content-security-policy', CSP);
    if (!url.pathname.startsWith('/api/v1/')) return file(url.pathname, response);
    const run = async () => {
      try {
        await api(url, request, response);
      } catch (error) {
        const problem =
          error instanceof Problem
            ? error
            : new Problem(500, 'internal', 'Internal error', String(error));
        send(
          response,
          problem.status,
          {
            type: 'about:blank',
            title: problem.message,
            status: problem.status,
            code: problem.code,
            detail: problem.detail,
            requestId,
          },
          'application/problem+json',
        );
      }
    };
    setTimeout(() => void run(), options.delayMillis ?? 0);
    return undefined;
  });

  /** @param {URL} url @param {import('node:http').IncomingMessage} request @param {Response} response */
  async function api(url, request, response) {
    const parts = url.pathname.slice('/api/v1/'.length).split('/').map(decodeURIComponent);
    const method = request.method ?? 'GET';
    const path = parts.join('/');
    if (path === 'auth/options') return send(response, 200, { password: true, oidc: false });
    if (path === 'auth/login') {
      let text = '';
      for await (const chunk of request) text += chunk;
      const body = JSON.parse(text);
      if (!USERS[body.username] || body.password !== 'password')
        throw new Problem(401, 'unauthorized', 'Not signed in');
      const token = sha256(`${Math.random()}`);
      sessions.set(token, body.username);
      response.setHeader('set-cookie', `myriarch_session=${token}; Path=/; HttpOnly; SameSite=Lax`);
      return send(response, 200, me(body.username));
    }
    const token = /myriarch_session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const user = sessions.get(token);
    if (!user) throw new Problem(401, 'unauthorized', 'Not signed in');
    if (method !== 'GET' && request.headers['x-csrf-token'] !== me(user).csrfToken) {
      throw new Problem(403, 'csrf_failed', 'The CSRF token is missing or wrong');
    }
    if (path === 'events/stream') return stream(response);
    if (path === 'auth/logout') {
      sessions.delete(token);
      return send(response, 204);
    }
    const permission =
      parts[0] === 'agents' ? `agents:${parts[3]?.replace('-', '_')}` : 'gitops:sync';
    const { role, permissions } = me(user);
    if (method === 'POST' && role !== 'admin' && !permissions?.includes(permission))
      throw new Problem(403, 'forbidden', 'Not permitted');
    const body = answer(method, parts, url.searchParams, user);
    return send(response, method === 'POST' ? 202 : 200, body);
  }

  /** @param {Response} response */
  function stream(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': hello\n\n');
    streams.add(response);
    const ping = setInterval(() => response.write(': ping\n\n'), 15_000);
    response.on('close', () => {
      clearInterval(ping);
      streams.delete(response);
    });
  }

  /** @param {Response} response @param {number} status @param {unknown} [body] @param {string} [type] */
  function send(response, status, body, type = 'application/json') {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  /** @param {string} path @param {Response} response */
  function file(path, response) {
    if (!options.dist) return send(response, 404);
    const name = normalize(path === '/' ? '/index.html' : path);
    for (const candidate of extname(name) ? [name] : ['/index.html']) {
      try {
        const bytes = readFileSync(join(options.dist, candidate));
        response.writeHead(200, {
          'content-type': TYPES[extname(candidate)] ?? 'application/octet-stream',
        });
        return response.end(bytes);
      } catch {
        return send(response, 404);
      }
    }
    return undefined;
  }

  return { server, state, sessions, broadcast };
}
