import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock, Handle } from '#scripts/local/types.ts'

/** Serves a handler under a prefix, as behind the one origin. */
export async function serve(handle: Handle, prefix = '') {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local')
    void handle(request, response, pathname.slice(prefix.length) || '/')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A clock that only moves when a test sets it. */
export function fixedClock(start = '2026-06-11T18:00:00Z') {
  let now = Date.parse(start)
  const clock: Clock = {
    now: () => now,
    set(instant) {
      now = Date.parse(instant ?? start)
    },
  }
  return Object.assign(clock, {
    pass(span: { seconds?: number; minutes?: number; hours?: number; days?: number }) {
      const { seconds = 0, minutes = 0, hours = 0, days = 0 } = span
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  })
}
