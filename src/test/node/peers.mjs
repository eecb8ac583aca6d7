// Clients that nobody here wrote against the HTTP and WebSocket server: undici, ws and Node's own.
// BASE is the address of the server. Prints a line "ok NAME" or "failed NAME: why" for each check.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { Client, EventSource, WebSocket as UndiciWebSocket, fetch } from 'undici';
import WebSocket from 'ws';

const base = process.env.BASE;
const socketUrl = `${base.replace('http', 'ws')}/ws`;
const digest = (bytes) => `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;
const bytes = (size) => Buffer.alloc(size, 'myriarch');

const checks = {
  async undiciKeepsOneConnection() {
    const client = new Client(base);
    let connections = 0;
    client.on('connect', () => connections++);
    for (let i = 0; i < 10; i++) {
      const answer = await client.request({ path: '/api/agents', method: 'GET' });
      assert.equal(answer.statusCode, 200);
      assert.equal((await answer.body.json()).length, 1000);
    }
    assert.equal(connections, 1);
    await client.close();
  },

  async undiciPipelines() {
    const client = new Client(base, { pipelining: 5 });
    const sizes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await client.request({ path: '/api/agents', method: 'GET' });
        return (await answer.body.text()).length;
      }),
    );
    assert.deepEqual(new Set(sizes), new Set([1002]));
    await client.close();
  },

  async undiciUploadsChunks() {
    const body = bytes(300_000);
    async function* pieces() {
      for (let i = 0; i < body.length; i += 7001) {
        yield body.subarray(i, i + 7001);
      }
    }
    const answer = await fetch(`${base}/api/digest`, {
      method: 'POST',
      body: pieces(),
      duplex: 'half',
    });
    assert.equal(await answer.text(), digest(body));
  },

  async undiciSendsHead() {
    const client = new Client(base);
    const head = await client.request({ path: '/api/agents', method: 'HEAD' });
    assert.equal(head.statusCode, 200);
    assert.equal(head.headers['content-length'], '1002');
    assert.equal(await head.body.text(), '');
    const get = await client.request({ path: '/api/agents', method: 'GET' });
    assert.equal((await get.body.text()).length, 1002);
    await client.close();
  },

  async undiciUnpacksGzip() {
    const answer = await fetch(`${base}/assets/app.js`);
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    assert.match(await answer.text(), /^(console\.log\('myriarch'\);\n){200}$/);
  },

  async undiciReadsEventsAsTheyCome() {
    const source = new EventSource(`${base}/api/stream`);
    await once(source, 'open');
    for (let number = 1; number <= 3; number++) {
      const event = once(source, 'agent.updated');
      await fetch(`${base}/api/next`, { method: 'POST' });
      assert.deepEqual(JSON.parse((await event)[0].data), { number });
    }
    source.close();
  },

  async nodeWaitsForContinue() {
    const body = bytes(100_000);
    const request = http.request(`${base}/api/digest`, {
      method: 'POST',
      headers: { Expect: '100-continue', 'Content-Length': body.length },
    });
    request.flushHeaders();
    await once(request, 'continue');
    request.end(body);
    const [answer] = await once(request, 'response');
    assert.equal(answer.statusCode, 200);
    assert.equal((await answer.setEncoding('utf8').toArray()).join(''), digest(body));
  },

  async undiciWebSocketEchoes() {
    const socket = new UndiciWebSocket(socketUrl);
    socket.binaryType = 'arraybuffer';
    await once(socket, 'open');
    for (const size of [0, 125, 126, 65_535, 65_536, 1 << 20]) {
      const answer = once(socket, 'message');
      socket.send(bytes(size));
      assert.ok(bytes(size).equals(Buffer.from((await answer)[0].data)));
    }
    const closed = once(socket, 'close');
    socket.close(3001, 'done');
    const [event] = await closed;
    assert.equal(event.code, 3001);
    assert.equal(event.wasClean, true);
  },

  async undiciWebSocketIsClosedByTheServer() {
    const socket = new UndiciWebSocket(socketUrl);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    socket.send('close');
    const [event] = await closed;
    assert.equal(event.code, 4001);
    assert.equal(event.reason, 'moved');
  },

  async wsEchoesFragmentsWithPingsBetween() {
    const socket = await open();
    const answer = once(socket, 'message');
    const pong = once(socket, 'pong');
    const text = 'größer '.repeat(5000);
    const whole = Buffer.from(text);
    // Cut within a character: UTF-8 is checked over the ends of fragments.
    socket.send(whole.subarray(0, 3), { binary: false, fin: false });
    socket.ping('between');
    for (let i = 3; i < whole.length; i += 4099) {
      socket.send(whole.subarray(i, i + 4099), { binary: false, fin: i + 4099 >= whole.length });
    }
    assert.equal((await answer)[0].toString(), text);
    assert.equal((await pong)[0].toString(), 'between');
    await close(socket, 1000);
  },

  async wsEchoesBigMessages() {
    const socket = await open();
    for (const size of [0, 125, 126, 65_535, 65_536, 1 << 20]) {
      const answer = once(socket, 'message');
      socket.send(bytes(size));
      assert.ok(bytes(size).equals((await answer)[0]));
    }
    await close(socket, 1000);
  },

  async wsIsRefusedTooBigAMessage() {
    const socket = await open();
    const closed = once(socket, 'close');
    socket.send(bytes((1 << 20) + 1));
    assert.equal((await closed)[0], 1009);
  },

  async wsIsToldThatItsTextIsNotUtf8() {
    const socket = await open();
    const closed = once(socket, 'close');
    socket.send(Buffer.from([0xff]), { binary: false });
    assert.equal((await closed)[0], 1007);
  },

  async wsGetsItsCloseCodeBack() {
    for (const code of [1000, 1001, 1003, 1011, 3000, 4999]) {
      await close(await open(), code);
    }
  },

  async wsIsClosedByTheServer() {
    const socket = await open();
    const closed = once(socket, 'close');
    socket.send('close');
    const [code, reason] = await closed;
    assert.equal(code, 4001);
    assert.equal(reason.toString(), 'moved');
  },

  async wsCompresses() {
    const socket = await open('/deflate');
    assert.match(socket.extensions, /permessage-deflate/);
    for (const size of [0, 1, 2000, 65_536, 1 << 20]) {
      const answer = once(socket, 'message');
      socket.send(bytes(size));
      assert.ok(bytes(size).equals((await answer)[0]));
    }
    const closed = once(socket, 'close');
    // Small on the wire, too big when it is unfolded.
    socket.send(Buffer.alloc((1 << 20) + 1));
    assert.equal((await closed)[0], 1009);
  },

  async undiciCompresses() {
    const socket = new UndiciWebSocket(`${socketUrl}/deflate`);
    socket.binaryType = 'arraybuffer';
    await once(socket, 'open');
    assert.match(socket.extensions, /permessage-deflate/);
    for (const size of [1, 2000, 1 << 20]) {
      const answer = once(socket, 'message');
      socket.send(bytes(size));
      assert.ok(bytes(size).equals(Buffer.from((await answer)[0].data)));
    }
    const closed = once(socket, 'close');
    socket.close(1000);
    assert.equal((await closed)[0].code, 1000);
  },

  async wsIsRefusedAnotherVersion() {
    const socket = new WebSocket(socketUrl, { protocolVersion: 8 });
    const [error] = await once(socket, 'error');
    assert.match(error.message, /426/);
  },
};

async function open(path = '') {
  const socket = new WebSocket(socketUrl + path);
  await once(socket, 'open');
  return socket;
}

async function close(socket, code) {
  const closed = once(socket, 'close');
  socket.close(code, 'done');
  assert.equal((await closed)[0], code);
}

for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`failed ${name}: ${error.stack.replaceAll('\n', ' ')}`);
  }
}
console.log('done');
process.exit();
