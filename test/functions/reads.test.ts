import { expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { isStaff } from '#shared/permissions.ts'
import { exampleRequest, prepare } from './exampleRequest.ts'
import { send } from './call.ts'
import { aClub, type Club } from './club.ts'

/**
 * Reads everything as an administrator, a coach and a parent, alternating between two clubs: each key and item of every response
 * belongs to the caller's own club (see tenants.ts, which counts them). Only in the long run: `RUNS=12000` does it 134 times in
 * each club, which touches more than a million keys.
 */
const rounds = Math.ceil(Number(process.env['RUNS'] ?? 0) / 90)
const people = ['admin', 'coach', 'parent'] as const
const reads = routes.filter(({ key, route: { can } }) => key.startsWith('GET ') && !isStaff(can))

async function read(club: Club, isFirst: boolean): Promise<number> {
  let answered = 0
  for (const { key } of reads)
    for (const name of people) {
      const as = club.user(name)
      if (isFirst) await prepare(key, as, club)
      const { status } = await send(key, await exampleRequest(key, club, { as }))
      expect([key, name, status < 500]).toEqual([key, name, true])
      if (status < 400) answered += 1
    }
  return answered
}

it.runIf(rounds > 0)('no read by any account returns data of another club', async () => {
  const clubs = [await aClub(), await aClub()]
  for (let round = 0; round < rounds; round++)
    for (const club of clubs) expect(await read(club, round === 0)).toBeGreaterThan(reads.length)
})
