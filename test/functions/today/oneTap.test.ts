import { describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { update, write } from '#functions/table/table.ts'
import { answerLink } from '#functions/events/answerLink.ts'
import { readLink } from '#functions/http/links.ts'
import { sessions } from '#functions/table/sessions.ts'
import { problems } from '#shared/sentences.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { signatureOf } from '#functions/secrets/signing.ts'
import { answerByLink, answerInApp, leaveFamily, linkFor, openLink, stored } from './answerLinks.ts'

const begins = '2026-11-22T00:30:00.000Z'
const noon = '2026-11-21T18:00:00.000Z'
const secondBefore = '2026-11-22T00:29:59.000Z'

describe('an answer link in a mail', () => {
  it('shows what it would answer, and no more than the mail', async () => {
    const club = await aClub()
    const { status, body, headers } = await openLink(await linkFor(club))
    expect([status, body]).toEqual([
      200,
      {
        event: {
          name: 'Practice',
          start: '2026-11-22T00:30:00Z',
          end: '2026-11-22T02:00:00Z',
          timezone: 'America/Chicago',
          team: 'Falcons',
        },
        player: { firstName: 'Mia' },
        wanted: 'Accepted',
        status: 'Pending',
        state: 'open',
      },
    ])
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each(['Accepted', 'Declined'] as const)('answers %s without signing in, in the parent’s name', async (wanted) => {
    const club = await aClub()
    const { status, body } = await answerByLink(await linkFor(club, { wanted }))
    expect([status, body]).toMatchObject([200, { wanted, status: wanted, state: 'used' }])
    expect(await stored(club)).toMatchObject({
      status: wanted,
      answeredBy: club.user('parent'),
      answeredAt: '2026-11-21T18:00:00.000Z',
    })
  })

  it('is short and URL-safe, and contains no names', async () => {
    const club = await aClub()
    const token = await linkFor(club, { userId: crypto.randomUUID() })
    expect(token).toMatch(/^[\w-]+\.[\w-]{51}$/)
    expect(token.length).toBeLessThan(300)
    const inside = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
    expect(inside).not.toMatch(/Mia|Moreno|Falcons|Practice|@/)
    const link = await readLink('answer', token, noon)
    expect(link).toMatchObject({ userId: expect.any(String), made: '2026-11-20T12:00:00.000Z', ends: begins })
    expect(answerLink(link)).toEqual({ inviteId: club.invite(club.mia), wanted: 'Accepted', upon: 'unanswered' })
  })

  it('is never written to the log', async () => {
    const club = await aClub()
    const token = await linkFor(club)
    const lines: string[] = []
    const { info, error, log, warn } = console
    console.info = console.error = console.log = console.warn = (...all: unknown[]) => void lines.push(all.join(' '))
    try {
      await openLink(token)
      await answerByLink(token)
      await answerInApp(club, 'Declined')
      await answerByLink(token)
      await openLink(`${token}x`)
      await openLink(token, begins)
    } finally {
      Object.assign(console, { info, error, log, warn })
    }
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join('\n')).not.toContain(token.slice(0, 40))
    expect(lines.join('\n')).not.toContain(token.split('.')[1])
  })
})

describe('an altered answer link', () => {
  it('is rejected with any character changed, removed or doubled', async () => {
    const club = await aClub()
    const token = await linkFor(club)
    const before = await stored(club)
    for (let i = 0; i < token.length; i++) {
      const [head, tail] = [token.slice(0, i), token.slice(i + 1)]
      const others = [token[i] === 'A' ? 'B' : 'A', token[i] === '.' ? '-' : '.', '', `${token[i]}${token[i]}`]
      for (const other of others) {
        const { status, refusal } = await answerByLink(head + other + tail)
        expect([status, refusal.code]).toEqual([400, 'link_altered'])
      }
    }
    expect(await stored(club)).toEqual(before)
  })

  it('is rejected with any bit of its payload or signature flipped', async () => {
    const club = await aClub()
    const [body = '', signed = ''] = (await linkFor(club)).split('.')
    for (const [part, make] of [
      [body, (other: string) => `${other}.${signed}`],
      [signed, (other: string) => `${body}.${other}`],
    ] as const) {
      const bytes = Buffer.from(part, 'base64url')
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const turned = Buffer.from(bytes)
        turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        await expect(readLink('answer', make(turned.toString('base64url')), noon)).rejects.toThrow('link_altered')
      }
    }
  })

  it.each([
    ['empty', ''],
    ['a dot', '.'],
    ['dots', '....'],
    ['text', 'Yes please'],
    ['a line break', '\n'],
    ['emoji, which no header may contain', '🥅'.repeat(40)],
  ])('is rejected when it is %s', async (_what, token) => {
    for (const route of [openLink, answerByLink]) {
      const { status, refusal } = await route(token)
      expect([status, refusal.code, refusal.message]).toEqual([400, 'link_altered', problems.link_altered[1]])
    }
  })

  it('is rejected when signed by another key, or by this key for another purpose', async () => {
    const club = await aClub()
    const [body = ''] = (await linkFor(club)).split('.')
    for (const signature of [
      await signatureOf('cursors', `link: answer\n${body}`),
      await signatureOf('links', `link: checkout\n${body}`),
    ])
      expect((await answerByLink(`${body}.${signature}`)).refusal.code).toBe('link_altered')
    expect((await stored(club))?.status).toBe('Pending')
  })

  it('is rejected before anything is read', async () => {
    const lines: { trips: number }[] = []
    const { info } = console
    console.info = (line: string) => lines.push(JSON.parse(line) as { trips: number })
    await openLink('x.y').finally(() => {
      console.info = info
    })
    expect(lines).toMatchObject([{ status: 400, trips: 0 }])
  })
})

describe('an expired answer link', () => {
  it('is valid until the last second before the event’s start, and rejected at the start', async () => {
    const club = await aClub()
    expect((await openLink(await linkFor(club), secondBefore)).status).toBe(200)
    for (const route of [openLink, answerByLink]) {
      const { status, refusal } = await route(await linkFor(club), begins)
      expect([status, refusal.code, refusal.message]).toEqual([404, 'link_expired', problems.link_expired[1]])
    }
    expect((await stored(club))?.status).toBe('Pending')
    expect((await answerByLink(await linkFor(club), secondBefore)).status).toBe(200)
  })

  it('is rejected once the event was moved to the past, and after the start stated in the mail', async () => {
    const club = await aClub()
    const inviteId = club.invite(club.mia)
    await update(stamp, invites.change({ inviteId }, { set: { start: '2026-11-21T17:59:00Z' } }))
    expect((await answerByLink(await linkFor(club))).refusal.code).toBe('link_expired')
    await update(stamp, invites.change({ inviteId }, { set: { start: '2026-11-29T00:30:00Z' } }))
    expect((await answerByLink(await linkFor(club), begins)).refusal.code).toBe('link_expired')
    expect((await answerByLink(await linkFor(club))).status).toBe(200)
  })
})

/** A thousand in the long run. */
const prefetches = process.env['RUNS'] ? 1000 : 100
describe('link prefetching', () => {
  it('by mail scanners changes nothing in the table', async () => {
    const club = await aClub()
    const before = await stored(club)
    const tokens = [await linkFor(club), await linkFor(club, { wanted: 'Declined' })]
    for (let i = 0; i < prefetches; i += 50)
      await Promise.all(Array.from({ length: 50 }, (_, n) => openLink(tokens[n % 2] ?? '')))
    expect(await stored(club)).toEqual(before)
    expect((await answerByLink(tokens[0] ?? '')).body).toMatchObject({ state: 'used' })
  })
})

describe('a user signed out everywhere', () => {
  it.each([
    ['after setting a new password', { validAfter: '2026-11-20T12:00:01Z' }],
    ['after their account was disabled', { disabled: true }],
  ])('cannot use older answer links %s', async (_why, session) => {
    const club = await aClub()
    await write(stamp, sessions.upsert({ userId: club.user('parent') }, { set: session }))
    for (const route of [openLink, answerByLink]) {
      const { status, refusal } = await route(await linkFor(club))
      expect([status, refusal.code]).toEqual([404, 'link_expired'])
    }
    expect((await stored(club))?.status).toBe('Pending')
    const newer = await answerByLink(await linkFor(club, { made: '2026-11-20T12:00:01Z' }))
    expect(newer.status).toBe('disabled' in session ? 404 : 200)
  })
})

describe('a parent removed from the family', () => {
  it('cannot use older answer links', async () => {
    const club = await aClub()
    await leaveFamily(club, 'parent')
    for (const route of [openLink, answerByLink]) {
      const { status, refusal } = await route(await linkFor(club))
      expect([status, refusal]).toEqual([403, { code: 'not_allowed', message: 'Forbidden' }])
    }
    expect((await stored(club))?.status).toBe('Pending')
    expect((await answerByLink(await linkFor(club, { userId: club.user('parent2') }))).status).toBe(200)
  })

  it.each(['fan', 'coach', 'nobody'])(
    'cannot use a validly signed link either, like the account “%s”',
    async (name) => {
      const club = await aClub()
      expect((await answerByLink(await linkFor(club, { userId: club.user(name) }))).refusal.code).toBe('not_allowed')
    },
  )
})

describe('a withdrawn invite', () => {
  it('returns invite_removed to its links, and is not restored', async () => {
    const club = await aClub()
    await write(stamp, invites.remove({ inviteId: club.invite(club.mia) }))
    for (const route of [openLink, answerByLink]) {
      const { status, refusal } = await route(await linkFor(club))
      expect([status, refusal.code]).toEqual([404, 'invite_removed'])
    }
    expect(await stored(club)).toBeUndefined()
  })

  it('concurrent with an answer by link is not restored', async () => {
    for (let round = 0; round < repetitions(10); round++) {
      const club = await aClub()
      const [, answered] = await Promise.all([
        write(stamp, invites.remove({ inviteId: club.invite(club.mia) })),
        answerByLink(await linkFor(club)),
      ])
      expect([200, 404]).toContain(answered.status)
      expect(await stored(club)).toBeUndefined()
    }
  })

  it('like one that never existed, returns invite_removed to a validly signed link', async () => {
    const club = await aClub()
    const inviteId = `${club.falcons.teamId}.${newPart('e')}.${club.mia.playerId.split('.')[1]}`
    expect((await answerByLink(await linkFor(club, { inviteId }))).refusal.code).toBe('invite_removed')
  })
})
