import { describe, expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/agreements/mailWriters.ts'
import { latestAgreements, agreements } from '#functions/table/agreements.ts'
import { families, players } from '#functions/table/players.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { formerName } from '#shared/rules/names.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { interleave } from '../interleave.ts'

const ONE = 'PUT /rest-api/agreements/agreement/{agreementId}'
const SIGN = 'POST /rest-api/agreements/agreement/{agreementId}/sign'
const conduct = { title: 'Code of conduct', text: 'We play fair.' }

/** A club that asks for agreement to fair play, and parents with names. */
async function aClubThatAsks() {
  const club = await aClub()
  for (const [who, firstName, lastName] of [
    ['parent', 'Pat', 'Moreno'],
    ['parent2', 'Mo', 'van der Berg'],
    ['coach', 'Carmen', 'Coach'],
  ] as const) {
    const userId = club.user(who)
    await write(stamp, profiles.create({ userId, email: `${userId}@x.test`, firstName, lastName }))
  }
  const { body } = await call('POST /rest-api/agreements/club/{orgId}', {
    as: club.user('admin'),
    orgId: club.organizationId,
    body: { part: newPart('w'), ...conduct },
  })
  return { club, asked: body }
}

type Signing = { as?: string; name?: string; version?: number; playerId?: string; now?: string }
const sign = (club: Club, agreementId: string, given: Signing = {}) =>
  call(SIGN, {
    as: club.user(given.as ?? 'parent'),
    agreementId,
    body: {
      playerId: given.playerId ?? club.mia.playerId,
      textVersion: given.version ?? 1,
      name: given.name ?? 'Pat Moreno',
    },
    ...(given.now && { now: given.now }),
    headers: { 'x-forwarded-for': '10.0.0.9, 203.0.113.7, 130.176.0.1' },
  } as Parameters<typeof call<typeof SIGN>>[1])
const mine = async (club: Club, as = 'parent', now?: string) =>
  (await call('GET /rest-api/agreements/mine', { as: club.user(as), ...(now && { now }) })).body.agreements
const standing = async (club: Club, orgUnitId: string, as = 'admin') =>
  (await call('GET /rest-api/agreements/standing/{orgUnitId}', { as: club.user(as), orgUnitId, query: {} })).body

describe('an agreement a club asks families for', () => {
  it('is signed once by either parent with their own name, and the proof shows who, when and from where', async () => {
    const { club, asked } = await aClubThatAsks()
    expect((await mine(club))[0]).toMatchObject({
      title: 'Code of conduct',
      textVersion: 1,
      players: [{ signed: null }],
    })
    for (const name of ['', 'Pat', 'pat moreno', 'Mo van der Berg'])
      expect((await sign(club, asked.id, { name })).refusal.code).toBe('not_your_name')
    const signed = { textVersion: 1, by: 'Pat Moreno', signedAt: '2026-11-21T18:00:00.000Z' }
    expect((await sign(club, asked.id, { name: ' Pat   Moreno ' })).body).toEqual(signed)
    expect((await sign(club, asked.id, { as: 'parent2', name: 'Mo van der Berg' })).body).toEqual(signed)
    expect((await mine(club, 'parent2'))[0]?.players[0]?.signed).toEqual(signed)
    const key = 'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}'
    const shown = { ...conduct, textVersion: 1, by: 'Pat Moreno', signedAt: signed.signedAt, ofAge: false }
    // The other guardian does not get the address from which the first one signed.
    for (const [as, from] of [
      ['parent', '203.0.113.7'],
      ['admin', '203.0.113.7'],
      ['parent2', ''],
    ] as const) {
      const about = { agreementId: asked.id, playerId: club.mia.playerId, query: {} }
      expect((await call(key, { as: club.user(as), ...about })).body.signatures).toEqual([{ ...shown, from }])
    }
  })

  it('is signed once when both parents sign concurrently, and both get the same response', async () => {
    const { club, asked } = await aClubThatAsks()
    const both = await Promise.all([
      sign(club, asked.id),
      sign(club, asked.id, { as: 'parent2', name: 'Mo van der Berg' }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body).toEqual(both[1]?.body)
  })

  it('is not signed by a guardian who is deprived of the right to it just before', async () => {
    const { club, asked } = await aClubThatAsks()
    const limited = { playerId: club.mia.playerId, userId: club.user('parent') }
    const limit = () => write(stamp, ...families.limitRights(limited, ['sees']))
    const { refusal } = await interleave('TransactWriteCommand', limit, () => sign(club, asked.id))
    expect(refusal.code).toBe('not_allowed')
    expect((await mine(club, 'parent2'))[0]?.players[0]?.signed).toBeNull()
  })

  it('must be signed again when its text changes, not its title, and earlier versions keep their text', async () => {
    const { club, asked } = await aClubThatAsks()
    await sign(club, asked.id)
    const change = (body: typeof conduct, revision: number) =>
      call(ONE, { as: club.user('admin'), agreementId: asked.id, body: { ...body, revision } })
    const titled = await change({ ...conduct, title: 'Conduct' }, 1)
    expect(titled.body).toMatchObject({ title: 'Conduct', textVersion: 1, revision: 2 })
    expect((await mine(club))[0]?.players[0]?.signed).not.toBeNull()
    expect((await change({ ...conduct, text: 'We lose.' }, 1)).refusal.code).toBe('conflict')
    expect((await change({ title: 'Conduct', text: 'We play fair and rest.' }, 2)).body.textVersion).toBe(2)
    expect((await mine(club))[0]?.players[0]?.signed).toBeNull()
    expect((await sign(club, asked.id)).refusal.code).toBe('agreement_changed')
    const read = (version: string) =>
      call('GET /rest-api/agreements/agreement/{agreementId}', {
        as: club.user('fan'),
        agreementId: asked.id,
        query: { version },
      })
    expect([(await read('1')).body.text, (await read('2')).body.text, (await read('3')).status]).toEqual([
      'We play fair.',
      'We play fair and rest.',
      404,
    ])
  })

  it('must be signed again by a player who has come of age, and then by nobody else', async () => {
    const { club, asked } = await aClubThatAsks()
    const { playerId, firstName, lastName } = club.mia
    const set = { playerId, firstName, lastName, bornOn: '2008-11-22' }
    await update(stamp, players.change({ playerId }, { set }))
    await sign(club, asked.id)
    const after = '2026-11-22T18:00:00Z'
    const seenBy = async (as: string) => (await mine(club, as, after))[0]?.players[0]
    expect(await seenBy('parent')).toMatchObject({ ofAge: true, mayAgree: false, signed: null })
    expect((await sign(club, asked.id, { now: after })).refusal.code).toBe('of_age_signs')
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId }))
    expect(await seenBy('parent2')).toMatchObject({ ofAge: true, mayAgree: true })
    const grown = { as: 'parent2', name: 'Mo van der Berg' }
    expect((await sign(club, asked.id, { ...grown, now: after })).status).toBe(200)
    expect((await mine(club, 'parent', after))[0]?.players[0]?.signed?.by).toBe('Mo van der Berg')
  })

  it('cannot be signed by a child or a coach, nor for someone else’s player', async () => {
    const { club, asked } = await aClubThatAsks()
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId: club.mia.playerId }))
    expect((await sign(club, asked.id, { as: 'parent2', name: 'Mo van der Berg' })).refusal.code).toBe('guardian_does')
    expect((await sign(club, asked.id, { as: 'coach', name: 'Carmen Coach' })).status).toBe(403)
    expect((await sign(club, asked.id, { playerId: club.leo.playerId })).status).toBe(403)
  })

  it('cannot be signed by a sibling who is a child, but by one who is of age', async () => {
    const { club, asked } = await aClubThatAsks()
    const { playerId } = club.leo
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId }))
    const asLeo = { as: 'parent2', name: 'Mo van der Berg' }
    await update(stamp, players.change({ playerId }, { set: { bornOn: '2012-05-01' } }))
    expect((await sign(club, asked.id, asLeo)).refusal.code).toBe('guardian_does')
    await update(stamp, players.change({ playerId }, { set: { bornOn: '2001-05-01' } }))
    expect((await sign(club, asked.id, asLeo)).status).toBe(200)
  })

  it('is no longer requested once archived, and its signatures are kept', async () => {
    const { club, asked } = await aClubThatAsks()
    await sign(club, asked.id)
    const archive = (archived: boolean) =>
      call('PUT /rest-api/agreements/agreement/{agreementId}/archived', {
        as: club.user('admin'),
        agreementId: asked.id,
        body: { archived },
      })
    expect((await archive(true)).body).toMatchObject({ archived: true })
    expect((await archive(true)).body).toMatchObject({ archived: true, revision: 1 })
    expect(await mine(club)).toEqual([])
    expect((await sign(club, asked.id)).refusal.code).toBe('agreement_ended')
    await archive(false)
    expect((await mine(club))[0]?.players[0]?.signed?.by).toBe('Pat Moreno')
    // An edit started before is not a conflict.
    const body = { ...conduct, title: 'Conduct', revision: 1 }
    const saved = await call(ONE, { as: club.user('admin'), agreementId: asked.id, body })
    expect(saved.body).toMatchObject({ title: 'Conduct', archived: false, revision: 2 })
  })

  it('created again with other text takes that text, unless another user has changed it', async () => {
    const { club } = await aClubThatAsks()
    const part = newPart('w')
    const send = (text: string, as = 'admin') =>
      call('POST /rest-api/agreements/club/{orgId}', {
        as: club.user(as),
        orgId: club.organizationId,
        body: { part, title: 'Trips', text },
      })
    const first = await send('We travel.')
    expect((await send('We travel.')).body).toEqual(first.body)
    expect((await send('We travel by bus.')).body).toMatchObject({ id: first.body.id, textVersion: 2 })
    expect((await send('We travel by bus.')).body).toMatchObject({ textVersion: 2 })
    const agreementId = first.body.id
    const read = async () =>
      (await call('GET /rest-api/agreements/agreement/{agreementId}', { as: club.user('fan'), agreementId, query: {} }))
        .body.text
    expect(await read()).toBe('We travel by bus.')
    const other = { actor: 'somebody', at: stamp.at }
    await update(other, agreements.change({ agreementId }, { set: { title: 'Journeys' } }))
    expect((await send('We fly.')).refusal.code).toBe('already_there')
    expect(await read()).toBe('We travel by bus.')
  })

  it('is limited to twenty per club, and its title to 64 characters', async () => {
    const { club } = await aClubThatAsks()
    const one = (title: string) =>
      call('POST /rest-api/agreements/club/{orgId}', {
        as: club.user('admin'),
        orgId: club.organizationId,
        body: { part: newPart('w'), title, text: 'Yes.' },
      })
    for (let i = 2; i <= 20; i++) expect((await one(`Number ${i}`)).status).toBe(200)
    expect((await one('Number 21')).refusal.code).toBe('too_many_agreements')
    expect((await one('x'.repeat(65))).refusal.faults?.[0]).toMatchObject({ at: 'title', code: 'too_long' })
  })
})

process.env.SITE_URL = 'https://touchline.test'

describe('signatures of agreements', () => {
  it('are listed for a coach’s team and for the whole club, and exported as CSV in the reader’s language', async () => {
    const { club, asked } = await aClubThatAsks()
    await sign(club, asked.id)
    const ofTeam = await standing(club, club.falcons.teamId, 'coach')
    expect(ofTeam.agreements).toEqual([{ id: asked.id, title: 'Code of conduct', textVersion: 1 }])
    expect(ofTeam.players.map(({ firstName, signed }) => [firstName, signed[0]?.by ?? null])).toEqual([
      ['Ada', null],
      ['Leo', null],
      ['Mia', 'Pat Moreno'],
    ])
    const ofClub = await standing(club, club.organizationId)
    expect([ofClub.name, ofClub.players.length, ofClub.cursor]).toEqual(['Springfield FC', 4, null])
    const table = { as: club.user('coach'), orgUnitId: club.falcons.teamId }
    const { body } = await call('GET /rest-api/agreements/standing/{orgUnitId}/csv', table)
    expect(body).toBe(
      '\ufeffPlayer,Code of conduct (version 1),Code of conduct: agreed by,Code of conduct: agreed at\r\n' +
        'Ada Moreno,open,,\r\nLeo Moreno,open,,\r\nMia Moreno,agreed,Pat Moreno,2026-11-21T18:00:00.000Z\r\n',
    )
    await write(stamp, noticeChoices.create({ userId: table.as, language: 'es' }))
    const spanish = await call('GET /rest-api/agreements/standing/{orgUnitId}/csv', table)
    expect(spanish.body).toMatch(
      /^\ufeffJugador,Code of conduct \(versión 1\),Code of conduct: aceptado por,.*Leo Moreno,pendiente,,/s,
    )
    // The account that signed has been erased since.
    const { last = {} } = (await latestAgreements.get(club.mia)) ?? {}
    const signers = Object.entries(last).map(([id, each]) => [id, { ...each, by: formerName }])
    await write(stamp, latestAgreements.change(club.mia, { set: { last: Object.fromEntries(signers) as typeof last } }))
    const erased = await call('GET /rest-api/agreements/standing/{orgUnitId}/csv', table)
    expect(erased.body).toContain('Mia Moreno,aceptado,Antiguo miembro,2026-11-21T18:00:00.000Z')
  })

  it('are requested by mail at most once a day, and not from families who have signed', async () => {
    const { club, asked } = await aClubThatAsks()
    const { playerId } = club.mia
    const ask = (now?: string) =>
      call('POST /rest-api/agreements/ask/{teamId}', {
        as: club.user('coach'),
        teamId: club.falcons.teamId,
        ...(now && { now }),
      })
    const both = await Promise.all([ask(), ask()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await standing(club, club.falcons.teamId)).players[2]?.askedAt).toBe('2026-11-21T18:00:00.000Z')
    expect((await ask('2026-11-22T18:00:00Z')).body).toEqual({ asked: 1, alone: 0 })
    const mailTo = (who: string) =>
      writers.agree(
        { playerId },
        { to: { email: 'p@x.test', userId: club.user(who) }, now: '2026-11-21T18:00:00Z', say: sayIn('en') },
      )
    expect(await mailTo('parent')).toMatchObject({
      subject: 'Springfield FC needs your agreement for Mia',
      facts: [['Agreement', 'Code of conduct']],
    })
    expect(await mailTo('fan')).toBeUndefined()
    await sign(club, asked.id)
    expect(await mailTo('parent')).toBeUndefined()
    // The other players have no family here.
    expect((await ask('2026-11-24T18:00:00Z')).refusal.code).toBe('nobody_to_ask')
    for (const { playerId: id } of [club.leo, club.ada]) {
      await families.join(stamp, { playerId: id, userId: club.user('parent'), relation: 'own' })
      await sign(club, asked.id, { playerId: id })
    }
    expect((await ask('2026-11-24T18:00:00Z')).refusal.code).toBe('all_agreed')
  })
  it('are requested of adult players only, and the coach is told about those without an account', async () => {
    const { club } = await aClubThatAsks()
    const { playerId, firstName, lastName } = club.mia
    await update(stamp, players.change({ playerId }, { set: { playerId, firstName, lastName, bornOn: '2001-05-01' } }))
    const now = '2026-11-21T18:00:00Z'
    const asks = { as: club.user('coach'), teamId: club.falcons.teamId }
    const ask = () => call('POST /rest-api/agreements/ask/{teamId}', asks)
    const mailTo = (who: string) =>
      writers.agree({ playerId }, { to: { email: 'p@x.test', userId: club.user(who) }, now, say: sayIn('en') })
    expect((await ask()).refusal.code).toBe('own_account_needed')
    const { players: shown } = await standing(club, club.falcons.teamId, 'coach')
    expect(shown.map(({ firstName: name, ofAge, askedAt }) => [name, ofAge, askedAt])).toContainEqual([
      'Mia',
      true,
      null,
    ])
    await families.join(stamp, { playerId: club.leo.playerId, userId: club.user('parent'), relation: 'own' })
    expect((await ask()).body).toEqual({ asked: 1, alone: 1 })
    expect([await mailTo('parent'), await mailTo('parent2')]).toEqual([undefined, undefined])
    await update(stamp, profiles.change({ userId: club.user('parent2') }, { set: { firstName, lastName } }))
    expect((await ask()).body).toEqual({ asked: 1, alone: 0 })
    expect(await mailTo('parent')).toBeUndefined()
    expect(await mailTo('parent2')).toMatchObject({ facts: [['Agreement', 'Code of conduct']] })
    await write(stamp, playerAccounts.create({ userId: club.user('parent'), playerId }))
    expect(await mailTo('parent')).toBeDefined()
  })
})
