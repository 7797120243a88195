// own: it reads the whole table
import { beforeAll, describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { chunks } from '#functions/table/chunks.ts'
import { meOf } from '#functions/table/me.ts'
import { write } from '#functions/table/table.ts'
import { routes } from '#shared/api/index.ts'
import { paramNames } from '#shared/api/params.ts'
import { inviteOf, isId, type Subject, subjectOf } from '#shared/ids.ts'
import { type Access, type Can, can, type Flag, flags, isOpen, noAccess } from '#shared/permissions.ts'
import { tablesOfAreas } from '../tsv.ts'
import { exampleParams, exampleRequest, prepare } from './exampleRequest.ts'
import { send } from './call.ts'
import { emailOf } from './email/writing.ts'
import { otherFees } from './money/openFees.ts'
import { registrationOf } from './registrations/exampleRequests.ts'
import { isSampledThisTurn, sample } from './sampling.ts'
import { wholeTable } from './wholeTable.ts'
import { aClub, anEvent, type Club, newPart, stamp } from './club.ts'

/**
 * `<area>/rights.tsv`, written by hand from the specification: the response to each account on each route. Every line is tested
 * with real requests. `about` is the subject of the route: the Falcons, their game or Mia (`own`), another family's child on the
 * Falcons (`teammate`), the Otters of the same club (`other team`), or another club. `one flag` lists the flags that each open
 * the route on their own, to an administrator of the club as to a coach of the Falcons; `-` means none, and `… of the club` that
 * only an administrator's flag does.
 */
const { head, lines } = tablesOfAreas(
  import.meta.glob<string>('./*/rights.tsv', { eager: true, query: '?raw', import: 'default' }),
)
const accounts = head.slice(2, -1)
type Line = { key: string; about: string; expected: [account: string, status: number][]; oneFlag: string }
const matrix = lines.map(
  ([key = '', about = '', ...cells]): Line => ({
    key,
    about,
    expected: accounts.map((account, i) => [account, Number(cells[i])]),
    oneFlag: cells.at(-1) ?? '',
  }),
)

let club: Club
let elsewhere: Club
/** An event of the Otters with Sam invited. */
let scrimmage: string
beforeAll(async () => {
  ;[club, elsewhere] = [await aClub(), await aClub()]
  const event = anEvent(club.otters)
  scrimmage = event.eventId
  await createEvent(stamp, event, [club.sam])
  const named = (userId: string) => ({ userId, firstName: 'One', lastName: 'Flag' })
  for (const account of accounts)
    if (account !== 'anyone') accesses.set(account, (await meOf({ userId: club.user(account) })).access)
  for (const flag of flags)
    await write(
      stamp,
      ...organizationAdministrators.appoint(club.organization, { ...named(club.user(`admin-${flag}`)), flags: [flag] }),
      ...teamAdministrators.appoint(club.falcons, { ...named(club.user(`coach-${flag}`)), flags: [flag] }),
    )
})

const paramsAbout: Record<string, () => Record<string, string>> = {
  '-': () => exampleParams(club),
  own: () => exampleParams(club),
  teammate: () => ({
    playerId: club.leo.playerId,
    inviteFile: `${club.invite(club.leo)}.json`,
    feePlayerId: otherFees(club).teammate,
  }),
  'other team': () => ({
    teamId: club.otters.teamId,
    orgUnitId: club.otters.teamId,
    playerId: club.sam.playerId,
    eventId: scrimmage,
    emailId: emailOf(club.otters),
    registrationId: registrationOf(club.otters),
    conversationSid: `${club.otters.teamId}.${newPart('c')}`,
    inviteId: inviteOf(scrimmage, club.sam.playerId),
    inviteFile: `${inviteOf(scrimmage, club.sam.playerId)}.json`,
    venueId: `${club.otters.teamId}.v0000000000a`,
    feePlayerId: otherFees(club).otherTeam,
    invitationId: `${club.otters.teamId}.i0000000000a`,
  }),
  'other club': () => exampleParams(elsewhere),
}

const staffGroups = ['ROLE_ADMIN']
/** The response to an account; staff have their role and no rights in the club. */
async function statusFor({ key, about }: Line, account: string): Promise<number> {
  const params = Object.entries(paramsAbout[about]?.() ?? {}).filter(([name]) => paramNames(key).includes(name))
  const as = account === 'anyone' ? undefined : club.user(account)
  const who = { as, ...(account === 'staff' && { groups: staffGroups }) }
  const { status, refusal } = await send(
    key,
    await exampleRequest(key, club, { ...who, ...Object.fromEntries(params) }),
  )
  if (status === 403) expect(refusal.code).toBe('not_allowed')
  if (status === 401) expect(refusal.code).toBe('not_signed_in')
  // Restores the team for the requests after this one.
  if (key === 'POST /o/{orgUnitId}/archive' && letsIn(status))
    await send('POST /o/{orgUnitId}/unarchive', { as: club.user('admin'), ...Object.fromEntries(params) })
  return status
}

/** All rows of the two clubs and their users, except the daily budgets. */
async function everything(): Promise<unknown[]> {
  const ids = [club.organizationId, elsewhere.organizationId]
  return ((await wholeTable()) as { pk: string; kind: string }[]).filter(
    ({ pk, kind }) => kind !== 'Budget' && ids.some((id) => pk.includes(id)),
  )
}

type OneFlag = { flag: Flag; kind: 'admin' | 'coach' }
const everyOne = flags.flatMap((flag) => (['admin', 'coach'] as const).map((kind): OneFlag => ({ flag, kind })))
const userOf = ({ flag, kind }: OneFlag) => `${kind}-${flag}`
const accessOf = ({ flag, kind }: OneFlag): Access => {
  const team = { id: club.falcons.teamId, name: 'Falcons' }
  const organization = { id: club.organizationId, name: 'Club' }
  return {
    ...noAccess(userOf({ flag, kind })),
    organizations: [
      kind === 'admin'
        ? { ...organization, flags: [flag], teams: [team] }
        : { ...organization, teams: [{ ...team, flags: [flag] }] },
    ],
  }
}
/** The subject that the request of a line names. */
async function subjectAsked({ key, about }: Line): Promise<Subject | undefined> {
  const { route } = routes.find((each) => each.key === key) ?? {}
  const params = { ...exampleParams(club), ...paramsAbout[about]?.() }
  const { query, body } = await exampleRequest(key, club, params)
  const at = (place = '') => {
    const [where = '', name = ''] = place.split('.')
    const value = ({ path: params, query, body } as Record<string, Record<string, unknown> | undefined>)[where]?.[name]
    return typeof value === 'string' ? value : ''
  }
  const subject = subjectOf(at(route?.subject).replace(/\.json$/, ''))
  const teamId = at(route?.team)
  return subject && isId('team', teamId) ? { ...subject, teamId } : subject
}
const contractOf = ({ key }: Line): Can => routes.find((each) => each.key === key)?.route.can ?? 'webhook'
const accesses = new Map<string, Access>()
/**
 * Returns whether the contract lets an account through to the handler, based on the account's rights in the table; on open
 * routes, always.
 */
async function mayGoOn(line: Line): Promise<(account: string) => boolean> {
  const wanted = contractOf(line)
  if (isOpen(wanted)) return () => true
  const subject = await subjectAsked(line)
  return (account) => {
    const access = accesses.get(account) ?? noAccess(account)
    return can({ access, groups: account === 'staff' ? staffGroups : [] }, wanted, subject).allowed
  }
}

/** Marks flags that open a route to club administrators only, not to coaches. */
const ofClub = ' of the club'

/** The short run tests every sixth line of the tables. */
const share = 6

/** Successful, or redirected to a page of the web app. */
const letsIn = (status: number) => status < 400

describe('rights matrix', () => {
  it('covers every route, with valid statuses only', () => {
    expect([...new Set(matrix.map(({ key }) => key))].toSorted()).toEqual(routes.map(({ key }) => key).toSorted())
    for (const { expected } of matrix) for (const [, status] of expected) expect([200, 303, 401, 403]).toContain(status)
  })

  it('rejects each account that it states, and nothing is changed', async () => {
    const before = await everything()
    for (const part of chunks(matrix, 8)) {
      const lines = part.map(async (line) => {
        const goesOn = await mayGoOn(line)
        const place = matrix.indexOf(line)
        // Requests without a token are tested in every-route.test.ts.
        const mayNot = line.expected.filter(([account, status]) => !letsIn(status) && account !== 'anyone')
        // Of the accounts refused by the contract, one makes a real request, in the short run for every third line; of those
        // refused only by the handler, all do.
        const isByContract = ([account]: [string, number]) => !goesOn(account)
        const refused = [
          ...mayNot.filter((each) => !isByContract(each)),
          ...(isSampledThisTurn(place, 3) ? sample(mayNot.filter(isByContract), place, 1) : []),
        ]
        const answers = refused.map(async ([account]) => [account, await statusFor(line, account)])
        expect([line.key, line.about, await Promise.all(answers)]).toEqual([line.key, line.about, refused])
      })
      await Promise.all(lines)
    }
    expect(await everything()).toEqual(before)
    expect(before.length).toBeGreaterThan(30)
  }, 180_000)

  const opening = matrix.filter(({ expected }) => expected.some(([, status]) => letsIn(status)))
  it.each(opening)('lets in each account that it states: $key, $about', async (line) => {
    const goesOn = await mayGoOn(line)
    const letIn = line.expected.filter(([, status]) => letsIn(status))
    const stopped = letIn.filter(([account]) => !goesOn(account))
    expect(stopped).toEqual([])
    const place = opening.indexOf(line)
    // Where the handler checks more than the contract, one account makes a real request; elsewhere in the short run, one for
    // every sixth line.
    const looksItself = line.expected.some(
      ([account, status]) => account !== 'anyone' && !letsIn(status) && goesOn(account),
    )
    if (!looksItself && !isSampledThisTurn(place, share)) return
    for (const [account, status] of sample(letIn, Math.floor(place / share), 1)) {
      await prepare(line.key, club.user(account), club)
      expect([account, await statusFor(line, account)]).toEqual([account, status])
    }
  })

  const aboutOne = matrix.filter(({ about }) => about === 'own' || about === 'teammate')
  it.each(aboutOne)('opens by each of the listed flags alone: $key, $about', async (line) => {
    const isOfClub = line.oneFlag.endsWith(ofClub)
    const opening: readonly string[] = line.oneFlag === 'all' ? flags : line.oneFlag.replace(ofClub, '').split(' ')
    const opens = ({ flag, kind }: OneFlag) => opening.includes(flag) && !(isOfClub && kind === 'coach')
    const subject = await subjectAsked(line)
    const mayGoOn = (one: OneFlag) => can({ access: accessOf(one), groups: [] }, contractOf(line), subject).allowed
    expect(everyOne.filter((one) => opens(one) && !mayGoOn(one))).toEqual([])

    const place = aboutOne.indexOf(line)
    // Of the accounts refused only by the handler, a few make a real request; of those refused or let in by the contract, in the
    // short run, one for every sixth line.
    const [refused, letIn] = [everyOne.filter((one) => !opens(one)), everyOne.filter(opens)]
    const isAsked = isSampledThisTurn(place, share)
    for (const one of [
      ...sample(refused.filter(mayGoOn), place, 2),
      ...(isAsked ? sample(refused, Math.floor(place / share), 1) : []),
    ])
      expect([one, await statusFor(line, userOf(one))]).toEqual([one, 403])
    for (const one of isAsked ? sample(letIn, Math.floor(place / share), 1) : []) {
      await prepare(line.key, club.user(userOf(one)), club)
      expect([one, await statusFor(line, userOf(one))]).toEqual([one, 200])
    }
  })
})
