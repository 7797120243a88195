import { expect, it } from 'vitest'
import { matchesFilter } from '#functions/dispatch/change.ts'
import { sayIn } from '#functions/mail/say.ts'
import { registrations as functions } from '#functions/registrations/functions.ts'
import { handler as invited } from '#functions/registrations/invitedHandler.ts'
import { writers } from '#functions/registrations/mailWriters.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { players } from '#functions/table/players.ts'
import { registrationInvitations } from '#functions/table/registrations.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, fillIn, finalize } from '../register/registering.ts'
import { deliverTo } from '../workers.ts'

process.env.SITE_URL = 'https://app.club.example'

const CANDIDATES = 'GET /rest-api/registration/invitations/{registrationId}/candidates'
const INVITE = 'POST /rest-api/registration/invitations/{registrationId}'

it('invitation candidates are all players of active teams, once each; those of an archived team by its id', async () => {
  const club = await aClub()
  const parent = await aParent(club, 'parent')
  await teamPlayers.add(stamp, club.mia.playerId, club.otters)
  const registrationId = await aRegistration(club, { ofClub: true })
  const listed = async (query: { teamId?: string } = {}) => {
    const { body } = await call(CANDIDATES, { as: club.user('admin'), registrationId, query })
    return body.candidates.map(({ player, emails, registered = false }) => [
      player.firstName,
      emails.map(({ email }) => email).join(),
      registered,
    ])
  }
  const mia = (registered: boolean) => ['Mia', 'parent@family.example', registered]
  const sam = ['Sam', '', false]
  expect(await listed()).toEqual([['Ada', '', false], ['Leo', '', false], mia(false), sam])
  const { registrationPlayerId } = await fillIn(parent, registrationId, 'Mia', { playerId: club.mia.playerId })
  expect((await finalize(parent, [registrationPlayerId], 10_000)).status).toBe(200)
  await teams.archive(stamp, club.otters)
  expect(await listed()).toEqual([['Ada', '', false], ['Leo', '', false], mia(true)])
  expect(await listed({ teamId: club.otters.teamId })).toEqual([mia(true), sam])
  const ofTeam = await aRegistration(club)
  const { body } = await call(CANDIDATES, { as: club.user('admin'), registrationId: ofTeam, query: {} })
  expect(body.candidates.map(({ player }) => player.firstName)).toEqual(['Ada', 'Leo', 'Mia'])
})

it('a child’s own account is not among the addresses of its family', async () => {
  const club = await aClub()
  for (const name of ['parent', 'parent2']) await aParent(club, name)
  const { playerId } = club.mia
  await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId }))
  const registrationId = await aRegistration(club)
  const emailsOfMia = async () => {
    const { body } = await call(CANDIDATES, { as: club.user('admin'), registrationId, query: {} })
    return body.candidates.find(({ player }) => player.id === playerId)?.emails.map(({ email }) => email)
  }
  expect(await emailsOfMia()).toEqual(['parent@family.example'])
  // Grown-up players register themselves.
  await write(stamp, players.change({ playerId }, { set: { bornOn: '1994-05-31' } }))
  expect(await emailsOfMia()).toEqual(['parent@family.example', 'parent2@family.example'])
})

it('invited families without a registration are reminded on request, at most once a day', async () => {
  const club = await aClub()
  const parent = await aParent(club, 'parent')
  const registrationId = await aRegistration(club)
  const { playerId } = club.mia
  const people = [
    { email: 'parent@family.example', playerId },
    { email: 'parent2@family.example', playerId },
    { email: 'gran@family.example' },
  ]
  const emails = people.map(({ email }) => email)
  const ask = async (now: string, again?: boolean) => {
    const body = { people, ...(again && { again }) }
    const { body: answer } = await call(INVITE, { as: club.user('admin'), registrationId, now, body })
    // As the worker processes each invitation.
    for (const email of emails) {
      const id = { registrationId, email }
      await deliverTo(invited, { kind: registrationInvitations.kind, ...registrationInvitations.key(id) }, now)
    }
    return answer
  }
  const subjectFor = async (email: string, now: string) =>
    (await writers.registrationInvitation({ registrationId, email }, { to: { email }, now, say: sayIn('en') }))?.subject
  const [first, same, next, last] = ['21T18', '22T17', '22T19', '25T18'].map((at) => `2026-11-${at}:00:00Z`)
  expect(await ask(first ?? '')).toEqual({ invited: 3, already: [], noMail: [] })
  expect(await subjectFor('gran@family.example', first ?? '')).toBe('Springfield FC: register for Fall season')
  expect(await ask(same ?? '', true)).toEqual({ invited: 0, again: 0, already: emails, noMail: [] })
  // Reminders are only sent on request.
  expect(await ask(next ?? '')).toEqual({ invited: 0, already: emails, noMail: [] })
  expect(await ask(next ?? '', true)).toEqual({ invited: 0, again: 3, already: [], noMail: [] })
  expect(await subjectFor('gran@family.example', next ?? '')).toBe(
    'Reminder from Springfield FC: register for Fall season',
  )
  const filled = await fillIn(parent, registrationId, 'Mia', { playerId, now: next ?? '' })
  expect((await finalize(parent, [filled.registrationPlayerId], 10_000, { now: next ?? '' })).status).toBe(200)
  const [, , gran] = emails
  expect(await ask(last ?? '', true)).toEqual({
    ...{ invited: 0, again: 1, noMail: [] },
    already: emails.filter((email) => email !== gran),
  })
  // Neither of Mia's parents counts as missing.
  const asAdmin = { as: club.user('admin'), registrationId, now: last ?? '' }
  const summary = await call('GET /rest-api/registration/invitations/{registrationId}/summary', asAdmin)
  expect(summary.body).toMatchObject({ invited: 3, registered: 2 })
  const listed = await call('GET /rest-api/registration/invitations/{registrationId}/emails', {
    ...{ ...asAdmin, query: {} },
  })
  expect(listed.body.emails.flatMap(({ email, registered }) => (registered ? [] : [email]))).toEqual([gran])
})

it('the worker is triggered by a repeated invitation, but not by its own update', () => {
  const kind = { S: registrationInvitations.kind }
  const hears = (before: string, now: string) =>
    functions['registrations-invited'].on.stream.some((watched) =>
      matchesFilter(
        {
          eventName: 'MODIFY',
          dynamodb: { OldImage: { kind, mail: { S: before } }, NewImage: { kind, mail: { S: now } } },
        },
        watched,
      ),
    )
  expect([hears('told', 'wanted'), hears('wanted', 'told')]).toEqual([true, false])
})
