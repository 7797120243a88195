// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { profiles } from '#functions/table/profiles.ts'
import { sentCounts } from '#functions/table/requests.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { aClubWithPost, deliverRequests, askCoach, emailOf, requestsOf, sentRequests } from './coachRequests.ts'
import { openPost } from '../mail/post.ts'
import { deliverTo } from '../workers.ts'
import { stamp } from '../club.ts'

const LIST = 'GET /rest-api/today/requests'
const DONE = 'DELETE /rest-api/today/requests/{requestId}'
const sentence = { success: true, message: 'Your request has been sent to the coach.' }

const post = openPost()

describe('an access request', () => {
  it('is shown on the coach’s list and mailed to the coach', async () => {
    const club = await aClubWithPost()
    const { status, body } = await askCoach(club)
    expect([status, body]).toEqual([200, sentence])
    await deliverRequests(club, post)
    const { body: list } = await call(LIST, { as: club.user('coach') })
    expect(list.requests).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}\.1\.20261121T180000000Z$/),
        from: { name: 'Paula Moreno', email: emailOf(club, 'parent') },
        playerName: 'Noa Moreno',
        teamName: null,
        askedAt: '2026-11-21T18:00:00.000Z',
      },
    ])
    expect(post.mails).toHaveLength(1)
    const [mail] = post.mails
    expect(mail).toMatchObject({
      from: 'Touchline <no-reply@touchline.test>',
      to: emailOf(club, 'coach'),
      replyTo: emailOf(club, 'parent'),
      subject: 'Paula Moreno is asking for access',
    })
    expect(mail?.text).toContain('Player: Noa Moreno')
  })

  it('may name a team and go to an administrator, in any case of the address', async () => {
    const club = await aClubWithPost()
    await call('POST /api/v1/requestAccessToTeam', {
      as: club.user('parent'),
      body: { email: ` ${emailOf(club, 'admin').toUpperCase()} `, teamName: 'Falcons' },
    })
    await deliverRequests(club, post)
    const { body } = await call(LIST, { as: club.user('admin') })
    expect(body.requests).toMatchObject([{ playerName: null, teamName: 'Falcons' }])
    expect(post.mails[0]?.text).toContain('Team: Falcons')
  })

  it('gives the same response at the same cost for any address, and mails only coaches', async () => {
    const club = await aClubWithPost()
    const costs: object[] = []
    for (const email of [emailOf(club, 'coach'), emailOf(club, 'nobody'), 'no-such-person@club.example']) {
      const { info } = console
      console.info = (line: string) => costs.push(JSON.parse(line) as object)
      const { status, body } = await askCoach(club, email).finally(() => {
        console.info = info
      })
      expect([status, body]).toEqual([200, sentence])
    }
    expect(costs).toHaveLength(3)
    expect(costs[1]).toEqual(costs[0])
    expect(costs[2]).toEqual(costs[0])
    await deliverRequests(club, post)
    expect(post.mails.map(({ to }) => to)).toEqual([emailOf(club, 'coach')])
    expect(await requestsOf(club.user('nobody'))).toEqual([])
  })

  it('is rejected with a message for each missing, invalid or too long field', async () => {
    const club = await aClubWithPost()
    const faults = async (email: string, playerName: string) => (await askCoach(club, email, playerName)).refusal.faults
    expect(await faults('coach at club', 'x'.repeat(65))).toEqual([
      { at: 'email', code: 'invalid_email', message: 'Invalid e-mail.' },
      { at: 'playerName', code: 'too_long', limit: 64, message: 'Max Characters: 64' },
    ])
    expect(await faults(' ', '  ')).toEqual([
      { at: 'email', code: 'required', message: 'Required.' },
      { at: 'playerName', code: 'required', message: 'Required.' },
    ])
    expect(await sentRequests(club.user('parent'))).toEqual([])
  })

  it('from a user without an address is listed, but not mailed', async () => {
    const club = await aClubWithPost()
    const askFor = (playerName: string, now?: string) => askCoach(club, undefined, playerName, now, 'fan')
    await askFor('Nameless')
    await deliverRequests(club, post, { as: 'fan' })
    const userId = club.user('fan')
    await write(stamp, profiles.create({ userId, email: '', firstName: 'Frida', lastName: 'Fan' }))
    await askFor('Named', '2026-11-21T18:00:01Z')
    await deliverRequests(club, post, { as: 'fan' })
    const { body } = await call(LIST, { as: club.user('coach') })
    expect(body.requests.map(({ from, playerName }) => [playerName, from])).toEqual([
      ['Nameless', { name: 'Frida Fan', email: '' }],
      ['Named', { name: 'Frida Fan', email: '' }],
    ])
    expect(post.mails).toEqual([])
    // The next start brings the address, and the coach can answer both.
    await update(stamp, profiles.change({ userId }, { set: { email: 'fan@club.example' } }))
    const { body: later } = await call(LIST, { as: club.user('coach') })
    const known = { name: 'Frida Fan', email: 'fan@club.example' }
    expect(later.requests.map(({ from }) => from)).toEqual([known, known])
  })
})

describe('a repeated access request', () => {
  it('changes nothing and sends no mail within 24 hours, however it is spelled', async () => {
    const club = await aClubWithPost()
    await askCoach(club)
    await deliverRequests(club, post)
    const again = await askCoach(club, emailOf(club, 'coach').toUpperCase(), ' noa   moreno ', '2026-11-22T17:59:59Z')
    expect([again.status, again.body]).toEqual([200, sentence])
    await deliverRequests(club, post)
    expect(await requestsOf(club.user('coach'))).toHaveLength(1)
    expect(post.mails).toHaveLength(1)
    expect(await sentCounts.get({ userId: club.user('parent'), day: '2026-11-22' })).toBeUndefined()
  })

  it('is a new one a day later', async () => {
    const club = await aClubWithPost()
    await askCoach(club)
    await deliverRequests(club, post)
    await askCoach(club, undefined, undefined, '2026-11-22T18:00:01Z')
    await deliverRequests(club, post)
    expect(await requestsOf(club.user('coach'))).toHaveLength(2)
    expect(post.mails).toHaveLength(2)
  })

  it('sent 30 times concurrently is listed and mailed once', async () => {
    const club = await aClubWithPost()
    const answers = await Promise.all(Array.from({ length: 30 }, () => askCoach(club)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await deliverRequests(club, post, { times: 2 })
    expect(await requestsOf(club.user('coach'))).toHaveLength(1)
    expect(post.mails).toHaveLength(1)
  })
})

describe('the limit of ten access requests a day', () => {
  it('rejects the next until the next day, whether or not the coach exists', async () => {
    const club = await aClubWithPost()
    for (let i = 0; i < 10; i++)
      expect((await askCoach(club, i % 2 ? 'no-such-person@club.example' : undefined, `Player ${i}`)).status).toBe(200)
    for (const email of [emailOf(club, 'coach'), 'no-such-person@club.example']) {
      const { status, refusal } = await askCoach(club, email, 'One more')
      expect([status, refusal.code]).toEqual([418, 'too_many_requests'])
    }
    expect((await askCoach(club, undefined, 'Player 0')).body).toEqual(sentence)
    expect((await askCoach(club, undefined, 'One more', '2026-11-22T00:00:00Z')).status).toBe(200)
  })

  const rounds = process.env['RUNS'] ? 5 : 2
  /** Thirty different requests at once; returns how many succeed. */
  async function race(send: (i: number) => Promise<{ status: number }>) {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => send(i)))
    return answers.filter(({ status }) => status === 200).length
  }

  it('holds for thirty concurrent ones, of which one coach gets five', async () => {
    for (let round = 0; round < rounds; round++) {
      post.mails = []
      const club = await aClubWithPost()
      expect(await race((i) => askCoach(club, undefined, `Player ${i}`))).toBe(10)
      const events = await sentRequests(club.user('parent'))
      expect(events).toHaveLength(10)
      // The stream may deliver twice, and concurrently.
      const { handler: requested } = await import('#functions/today/requestedHandler.ts')
      await Promise.all([...events, ...events].map((sent) => deliverTo(requested, sent)))
      await post.deliver()
      expect(await requestsOf(club.user('coach'))).toHaveLength(5)
      expect(post.mails).toHaveLength(5)
    }
  })

  it('would be exceeded if the count were read before it is incremented', async () => {
    const club = await aClubWithPost()
    const id = { userId: club.user('parent'), day: '2026-11-21' }
    const through = await race(async () => {
      const { sent = 0 } = (await sentCounts.get(id, { consistent: true })) ?? {}
      if (sent >= 10) return { status: 418 }
      await update(stamp, sentCounts.upsert(id, { add: { sent: 1 } }))
      return { status: 200 }
    })
    expect(through).toBeGreaterThan(10)
  })
})

describe('the limit of five open access requests per requester and coach', () => {
  const names = async (club: Club, as = 'coach') =>
    (await call(LIST, { as: club.user(as) })).body.requests.map(({ playerName }) => playerName)

  it('keeps further ones off the list with the same response; others’ are listed', async () => {
    const club = await aClubWithPost()
    for (let i = 1; i <= 7; i++) {
      expect((await askCoach(club, undefined, `Player ${i}`, `2026-11-21T18:00:0${i}Z`)).body).toEqual(sentence)
      await deliverRequests(club, post)
    }
    const five = ['Player 1', 'Player 2', 'Player 3', 'Player 4', 'Player 5']
    expect(await names(club)).toEqual(five)
    expect(post.mails).toHaveLength(5)
    await askCoach(club, undefined, 'Another’s', '2026-11-21T18:00:08Z', 'nobody')
    await deliverRequests(club, post, { as: 'nobody' })
    await askCoach(club, emailOf(club, 'admin'), 'To another')
    await deliverRequests(club, post)
    expect(await names(club)).toEqual([...five, 'Another’s'])
    expect(await names(club, 'admin')).toEqual(['To another'])
  })

  it('has room again as soon as the coach has removed one', async () => {
    const club = await aClubWithPost()
    for (let i = 1; i <= 5; i++) await askCoach(club, undefined, `Player ${i}`, `2026-11-21T18:00:0${i}Z`)
    await deliverRequests(club, post)
    const requestId = (await call(LIST, { as: club.user('coach') })).body.requests[1]?.id ?? ''
    const done = () => call(DONE, { as: club.user('coach'), requestId })
    expect((await done()).status).toBe(200)
    await askCoach(club, undefined, 'Player 6', '2026-11-21T18:00:06Z')
    await deliverRequests(club, post)
    expect((await done()).status).toBe(404)
    expect(await names(club)).toEqual(['Player 1', 'Player 3', 'Player 4', 'Player 5', 'Player 6'])
  })
})

describe('a coach’s list of access requests', () => {
  it('shows texts of strangers shortened, on one line and without links', async () => {
    const club = await aClubWithPost()
    const firstName = `Paula\n\u202e https://evil.example/x ${'a'.repeat(2000)}`
    await write(
      stamp,
      profiles.create({ userId: club.user('fan'), email: 'fan@club.example', firstName, lastName: 'x' }),
    )
    expect((await askCoach(club, undefined, '\u202eNoa evil.example', undefined, 'fan')).status).toBe(400)
    await askCoach(club, undefined, 'Noa evil.example', undefined, 'fan')
    const body = { email: emailOf(club, 'coach'), teamName: 'https://evil.example' }
    await call('POST /api/v1/requestAccessToTeam', { as: club.user('fan'), body, now: '2026-11-21T18:00:01Z' })
    await deliverRequests(club, post, { as: 'fan' })
    const { requests } = (await call(LIST, { as: club.user('coach') })).body
    expect(requests.map(({ playerName, teamName }) => [playerName, teamName])).toEqual([
      ['Noa evil. example', null],
      [null, 'https evil. example'],
    ])
    for (const { from } of requests) {
      expect(from.name).toMatch(/^Paula https evil\. example x a+$/)
      expect(from.name).toHaveLength(64)
    }
  })

  it('is sorted oldest first, and omits those older than two months', async () => {
    const club = await aClubWithPost()
    await askCoach(club, undefined, 'Third', '2026-11-21T10:00:00Z')
    await askCoach(club, undefined, 'First', '2026-09-01T10:00:00Z')
    await askCoach(club, undefined, 'Second', '2026-10-01T10:00:00.500Z')
    await deliverRequests(club, post)
    const { body } = await call(LIST, { as: club.user('coach') })
    expect(body.requests.map(({ playerName }) => playerName)).toEqual(['Second', 'Third'])
    const [oldest] = await requestsOf(club.user('coach'))
    expect(oldest?.ttl).toBe(Date.parse('2026-10-31T10:00:00Z') / 1000)
  })

  it('stores only the necessary data of the requester', async () => {
    const club = await aClubWithPost()
    await askCoach(club)
    await deliverRequests(club, post)
    const [row] = await requestsOf(club.user('coach'))
    expect(Object.keys(row ?? {}).toSorted()).toEqual(
      'askedAt askedBy at by byFor email kind lsi1sk name pk playerName requestId sentId sk ttl userId version'.split(
        ' ',
      ),
    )
  })

  it('loses a request only by its own coach’s action', async () => {
    const club = await aClubWithPost()
    await askCoach(club)
    await deliverRequests(club, post)
    const [row] = await requestsOf(club.user('coach'))
    const requestId = row?.requestId ?? ''
    for (const name of ['parent', 'admin', 'nobody'])
      expect((await call(DONE, { as: club.user(name), requestId })).status).toBe(404)
    expect(await requestsOf(club.user('coach'))).toHaveLength(1)
    expect((await call(DONE, { as: club.user('coach'), requestId })).body).toEqual({})
    expect((await call(LIST, { as: club.user('coach') })).body.requests).toEqual([])
    expect((await call(DONE, { as: club.user('coach'), requestId })).refusal.code).toBe('not_found')
  })

  it('adds nothing to the cost of Today', async () => {
    const club = await aClubWithPost()
    for (const as of ['parent', 'admin', 'nobody', 'coach'])
      for (let i = 0; i < 3; i++) {
        await askCoach(club, undefined, `Player ${i}`, undefined, as)
        await askCoach(club, emailOf(club, 'admin'), `Player ${i}`, undefined, as)
      }
    for (const as of ['parent', 'admin', 'nobody', 'coach']) await deliverRequests(club, post, { as })
    expect(await requestsOf(club.user('coach'))).toHaveLength(12)
    const lines: { readUnits: number; trips: number }[] = []
    const { info } = console
    console.info = (line: string) => lines.push(JSON.parse(line) as { readUnits: number; trips: number })
    const query = { startUtc: '2026-11-21T06:00:00Z', players: club.mia.playerId }
    await call('GET /api/v1/today', { as: club.user('parent'), query }).finally(() => {
      console.info = info
    })
    expect(lines).toMatchObject([{ trips: 1, readUnits: 1.5 }])
  })
})
