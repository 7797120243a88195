import { describe, expect, it } from 'vitest'
import { invites } from '#functions/table/invites.ts'
import { update, write } from '#functions/table/table.ts'
import { linkOf } from '#functions/today/answerLink.ts'
import { problems } from '#shared/problems.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { signatureOf } from '#functions/signing.ts'
import { answer, inApp, leaveFamily, linkFor, read, stored } from './linking.ts'

const begins = '2026-11-22T00:30:00.000Z'
const secondBefore = '2026-11-22T00:29:59.000Z'

describe('a link in an availability mail', () => {
  it('shows what it would answer, and no more than the mail did', async () => {
    const club = await aClub()
    const { status, body, headers } = await read(await linkFor(club))
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
    const { status, body } = await answer(await linkFor(club, { wanted }))
    expect([status, body]).toMatchObject([200, { wanted, status: wanted, state: 'used' }])
    expect(await stored(club)).toMatchObject({
      status: wanted,
      answeredBy: club.user('parent'),
      answeredAt: '2026-11-21T18:00:00.000Z',
    })
  })

  it('keeps the note, as any change of an answer does', async () => {
    const club = await aClub()
    await update(stamp, invites.change({ inviteId: club.invite(club.mia) }, { set: { note: 'late' } }))
    await answer(await linkFor(club))
    expect(await stored(club)).toMatchObject({ status: 'Accepted', note: 'late' })
  })

  it('is short, has no name in it, and is safe in an address', async () => {
    const club = await aClub()
    const token = await linkFor(club, { userId: crypto.randomUUID() })
    expect(token).toMatch(/^[\w-]+\.[\w-]{51}$/)
    expect(token.length).toBeLessThan(300)
    const inside = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
    expect(inside).not.toMatch(/Mia|Moreno|Falcons|Practice|@/)
    expect(await linkOf(token)).toMatchObject({ wanted: 'Accepted', upon: 'unanswered', ends: begins })
  })

  it('is never written to the log, whatever becomes of it', async () => {
    const club = await aClub()
    const token = await linkFor(club)
    const lines: string[] = []
    const { info, error, log, warn } = console
    console.info = console.error = console.log = console.warn = (...all: unknown[]) => void lines.push(all.join(' '))
    try {
      await read(token)
      await answer(token)
      await inApp(club, 'Declined')
      await answer(token)
      await read(`${token}x`)
      await read(token, begins)
    } finally {
      Object.assign(console, { info, error, log, warn })
    }
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.join('\n')).not.toContain(token.slice(0, 40))
    expect(lines.join('\n')).not.toContain(token.split('.')[1])
  })
})

describe('an altered link', () => {
  it('is refused with any one of its characters changed, left out or doubled', async () => {
    const club = await aClub()
    const token = await linkFor(club)
    const before = await stored(club)
    for (let i = 0; i < token.length; i++) {
      const [head, tail] = [token.slice(0, i), token.slice(i + 1)]
      const others = [token[i] === 'A' ? 'B' : 'A', token[i] === '.' ? '-' : '.', '', `${token[i]}${token[i]}`]
      for (const other of others) {
        const { status, refusal } = await answer(head + other + tail)
        expect([status, refusal.code]).toEqual([400, 'link_altered'])
      }
    }
    expect(await stored(club)).toEqual(before)
  })

  it('is refused with any one bit of what it says or of its signature turned', async () => {
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
        await expect(linkOf(make(turned.toString('base64url')))).rejects.toThrow(problems.link_altered[1])
      }
    }
  })

  it.each([
    ['nothing', ''],
    ['a dot', '.'],
    ['dots', '....'],
    ['text', 'Yes please'],
    ['a line break behind it', '\n'],
    ['what no header would carry', '🥅'.repeat(40)],
  ])('is one, when it is %s', async (_what, token) => {
    for (const route of [read, answer]) {
      const { status, refusal } = await route(token)
      expect([status, refusal.code, refusal.message]).toEqual([400, 'link_altered', problems.link_altered[1]])
    }
  })

  it('is one, when another key of ours has signed it, or this key something else', async () => {
    const club = await aClub()
    const [body = ''] = (await linkFor(club)).split('.')
    for (const signature of [
      await signatureOf('cursors', `answer link\n${body}`),
      await signatureOf('links', `unsubscribe link\n${body}`),
    ])
      expect((await answer(`${body}.${signature}`)).refusal.code).toBe('link_altered')
    expect((await stored(club))?.status).toBe('Pending')
  })

  it('is told before anything is read, and so tells nothing of who or what there is', async () => {
    const lines: { trips: number }[] = []
    const { info } = console
    console.info = (line: string) => lines.push(JSON.parse(line) as { trips: number })
    await read('x.y').finally(() => {
      console.info = info
    })
    expect(lines).toMatchObject([{ status: 400, trips: 0 }])
  })
})

describe('an expired link', () => {
  it('is good to the last second before the event starts, and not at its start', async () => {
    const club = await aClub()
    expect((await read(await linkFor(club), secondBefore)).status).toBe(200)
    for (const route of [read, answer]) {
      const { status, refusal } = await route(await linkFor(club), begins)
      expect([status, refusal.code, refusal.message]).toEqual([404, 'link_expired', problems.link_expired[1]])
    }
    expect((await stored(club))?.status).toBe('Pending')
    expect((await answer(await linkFor(club), secondBefore)).status).toBe(200)
  })

  it('is one when the event was moved to before now, and when it was moved away from what the mail said', async () => {
    const club = await aClub()
    const inviteId = club.invite(club.mia)
    await update(stamp, invites.change({ inviteId }, { set: { start: '2026-11-21T17:59:00Z' } }))
    expect((await answer(await linkFor(club))).refusal.code).toBe('link_expired')
    await update(stamp, invites.change({ inviteId }, { set: { start: '2026-11-29T00:30:00Z' } }))
    expect((await answer(await linkFor(club), begins)).refusal.code).toBe('link_expired')
    expect((await answer(await linkFor(club))).status).toBe(200)
  })
})

describe('a link that is used again', () => {
  it('says so when it is read, and what stands', async () => {
    const club = await aClub()
    await answer(await linkFor(club))
    expect((await read(await linkFor(club))).body).toMatchObject({ status: 'Accepted', state: 'used' })
    await inApp(club, 'Declined')
    expect((await read(await linkFor(club))).body).toMatchObject({ status: 'Declined', state: 'used' })
  })

  it('is told its own answer again while that stands, for the first reply may be lost; nothing is written', async () => {
    const club = await aClub()
    await answer(await linkFor(club))
    const before = await stored(club)
    const link = await linkFor(club)
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(link, secondBefore)))
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { status: 'Accepted', state: 'used' }])
    expect(await stored(club)).toEqual(before)
  })

  it('is refused once something else has been answered since, and does not undo it', async () => {
    const club = await aClub()
    await answer(await linkFor(club))
    for (const status of ['Declined', 'Pending', 'Accepted'] as const) {
      await inApp(club, status)
      const refused = await answer(await linkFor(club))
      expect([refused.status, refused.refusal.code]).toEqual([412, 'link_used'])
      expect((await stored(club))?.status).toBe(status)
    }
  })

  it('is not the other link: that one is answered meanwhile, and so is the other parent’s', async () => {
    const club = await aClub()
    await answer(await linkFor(club))
    for (const other of [
      await linkFor(club, { wanted: 'Declined' }),
      await linkFor(club, { userId: club.user('parent2') }),
    ]) {
      expect((await read(other)).body).toMatchObject({ status: 'Accepted', state: 'answered' })
      const { status, refusal } = await answer(other)
      expect([status, refusal.code]).toEqual([412, 'answered_meanwhile'])
    }
    expect(await stored(club)).toMatchObject({ status: 'Accepted', answeredBy: club.user('parent') })
  })
})

describe('answers that meet', () => {
  it('Yes and No at once, each twice: one of them stands, whole, and the other is told', async () => {
    for (let round = 0; round < 10; round++) {
      const club = await aClub()
      const [yes, no] = [await linkFor(club), await linkFor(club, { wanted: 'Declined' })]
      const answers = await Promise.all([yes, no, yes, no].map((token) => answer(token)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 412, 412])
      const told = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.status))
      expect([(await stored(club))?.status]).toEqual([...told])
    }
  })

  it('a link against the app: whatever comes last by the table is what stands, and nobody is told what is not', async () => {
    for (let round = 0; round < 10; round++) {
      const club = await aClub()
      const [byLink, app] = await Promise.all([answer(await linkFor(club)), inApp(club, 'Declined')])
      expect(app.status).toBe(200)
      expect([200, 412]).toContain(byLink.status)
      // The app's answer replaces whatever stands; the link's is taken only upon no answer at all.
      expect((await stored(club))?.status).toBe('Declined')
    }
  })

  it('would both be taken, if a link did not say upon which answer it was written', async () => {
    const club = await aClub()
    const give = (status: 'Accepted' | 'Declined') =>
      invites.answer(stamp, { inviteId: club.invite(club.mia), status, answerId: status })
    const both = await Promise.all([give('Accepted'), give('Declined')])
    expect(both.map(({ status }) => status)).toEqual(['Accepted', 'Declined'])
  })
})

describe('1,000 prefetches', () => {
  it('of the link, as mail scanners do, change nothing in the table', async () => {
    const club = await aClub()
    const before = await stored(club)
    const tokens = [await linkFor(club), await linkFor(club, { wanted: 'Declined' })]
    for (let i = 0; i < 1000; i += 50)
      await Promise.all(Array.from({ length: 50 }, (_, n) => read(tokens[n % 2] ?? '')))
    expect(await stored(club)).toEqual(before)
    expect((await answer(tokens[0] ?? '')).body).toMatchObject({ state: 'used' })
  })
})

describe('who is no longer family', () => {
  it('cannot answer by an old mail, nor see anything by it', async () => {
    const club = await aClub()
    await leaveFamily(club, 'parent')
    for (const route of [read, answer]) {
      const { status, refusal } = await route(await linkFor(club))
      expect([status, refusal]).toEqual([403, { code: 'not_allowed', message: 'Forbidden' }])
    }
    expect((await stored(club))?.status).toBe('Pending')
    expect((await answer(await linkFor(club, { userId: club.user('parent2') }))).status).toBe(200)
  })

  it.each(['fan', 'coach', 'nobody'])('is a %s, even with a link that we signed', async (name) => {
    const club = await aClub()
    expect((await answer(await linkFor(club, { userId: club.user(name) }))).refusal.code).toBe('not_allowed')
  })
})

describe('an invite that the coach took back', () => {
  it('is said to be gone, and is not made again', async () => {
    const club = await aClub()
    await write(stamp, invites.remove({ inviteId: club.invite(club.mia) }))
    for (const route of [read, answer]) {
      const { status, refusal } = await route(await linkFor(club))
      expect([status, refusal.code]).toEqual([404, 'invite_removed'])
    }
    expect(await stored(club)).toBeUndefined()
  })

  it('while it is being answered: the answer is refused, or it was there before', async () => {
    for (let round = 0; round < 10; round++) {
      const club = await aClub()
      const [, answered] = await Promise.all([
        write(stamp, invites.remove({ inviteId: club.invite(club.mia) })),
        answer(await linkFor(club)),
      ])
      expect([200, 404]).toContain(answered.status)
      expect(await stored(club)).toBeUndefined()
    }
  })

  it('or never was: a link that we signed leads to nobody’s invite', async () => {
    const club = await aClub()
    const inviteId = `${club.falcons.teamId}.${newPart('e')}.${club.mia.playerId.split('.')[1]}`
    expect((await answer(await linkFor(club, { inviteId }))).refusal.code).toBe('invite_removed')
  })
})
