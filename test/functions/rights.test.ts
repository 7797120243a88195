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
import { asked, paramsOf, prepare } from './asked.ts'
import { send } from './call.ts'
import { emailOf } from './email/writing.ts'
import { otherFees } from './money/openFees.ts'
import { registrationOf } from './registrations/asked.ts'
import { isInTurn, some } from './some.ts'
import { wholeTable } from './wholeTable.ts'
import { aClub, anEvent, type Club, newPart, stamp } from './club.ts'

/**
 * `<area>/rights.tsv`, written by hand from the specification: what each account is answered on each route. Every line is
 * asked for real. `about` is what the route's subject is: the Falcons, their game or Mia (`own`), another family's child on
 * the Falcons (`teammate`), the Otters of the same club (`other team`), and another club. `one flag` are the flags
 * of which any one opens the route, to an administrator of the club as to a coach of the Falcons; `-` where none does, and
 * `… of the club` where it is an administrator's alone.
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
/** An event of the Otters, to which Sam is invited. */
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
  '-': () => paramsOf(club),
  own: () => paramsOf(club),
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
  'other club': () => paramsOf(elsewhere),
}

const staffGroups = ['ROLE_ADMIN']
/** What a person is answered; as staff they have the role and nothing else. */
async function statusFor({ key, about }: Line, account: string): Promise<number> {
  const params = Object.entries(paramsAbout[about]?.() ?? {}).filter(([name]) => paramNames(key).includes(name))
  const as = account === 'anyone' ? undefined : club.user(account)
  const who = { as, ...(account === 'staff' && { groups: staffGroups }) }
  const { status, refusal } = await send(key, await asked(key, club, { ...who, ...Object.fromEntries(params) }))
  if (status === 403) expect(refusal.code).toBe('not_allowed')
  if (status === 401) expect(refusal.code).toBe('not_signed_in')
  // What comes after it is asked of a team that is there.
  if (key === 'POST /o/{orgUnitId}/archive' && letsIn(status))
    await send('POST /o/{orgUnitId}/unarchive', { as: club.user('admin'), ...Object.fromEntries(params) })
  return status
}

/** Every row of the two clubs and their people, but how much somebody has asked for on a day. */
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
/** What a line's request names as its route's subject. */
async function subjectAsked({ key, about }: Line): Promise<Subject | undefined> {
  const { route } = routes.find((each) => each.key === key) ?? {}
  const params = { ...paramsOf(club), ...paramsAbout[about]?.() }
  const { query, body } = await asked(key, club, params)
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
/** Whom the contract lets go on to what the handler looks at, by what the table says of each account; where no account is asked for, all. */
async function mayGoOn(line: Line): Promise<(account: string) => boolean> {
  const wanted = contractOf(line)
  if (isOpen(wanted)) return () => true
  const subject = await subjectAsked(line)
  return (account) => {
    const access = accesses.get(account) ?? noAccess(account)
    return can({ access, groups: account === 'staff' ? staffGroups : [] }, wanted, subject).allowed
  }
}

/** Behind flags that open a route to administrators of the club, and to no coach of a team. */
const ofClub = ' of the club'

/** Every sixth line of the tables in the short run, all of them in the long one. */
const share = 6

/** Answered, or led on to a page of the web. */
const letsIn = (status: number) => status < 400

describe('the rights matrix', () => {
  it('has every route, and is whole', () => {
    expect([...new Set(matrix.map(({ key }) => key))].toSorted()).toEqual(routes.map(({ key }) => key).toSorted())
    for (const { expected } of matrix) for (const [, status] of expected) expect([200, 303, 401, 403]).toContain(status)
  })

  it('refuses whom it refuses, and nothing is changed by them', async () => {
    const before = await everything()
    for (const part of chunks(matrix, 8)) {
      const lines = part.map(async (line) => {
        const goesOn = await mayGoOn(line)
        const place = matrix.indexOf(line)
        // Without a token each route is asked by every-route.test.ts.
        const mayNot = line.expected.filter(([account, status]) => !letsIn(status) && account !== 'anyone')
        // Of whom the contract refuses one is asked for real, in the short run of every third line; of whom the handler alone refuses all.
        const isByContract = ([account]: [string, number]) => !goesOn(account)
        const refused = [
          ...mayNot.filter((each) => !isByContract(each)),
          ...(isInTurn(place, 3) ? some(mayNot.filter(isByContract), place, 1) : []),
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
  it.each(opening)('lets in whom it lets in: $key, $about', async (line) => {
    const goesOn = await mayGoOn(line)
    const letIn = line.expected.filter(([, status]) => letsIn(status))
    const stopped = letIn.filter(([account]) => !goesOn(account))
    expect(stopped).toEqual([])
    const place = opening.indexOf(line)
    // Where the handler looks at more than the contract does, one is asked for real; of the others, in the short run, one of each sixth line.
    const looksItself = line.expected.some(
      ([account, status]) => account !== 'anyone' && !letsIn(status) && goesOn(account),
    )
    if (!looksItself && !isInTurn(place, share)) return
    for (const [account, status] of some(letIn, Math.floor(place / share), 1)) {
      await prepare(line.key, club.user(account), club)
      expect([account, await statusFor(line, account)]).toEqual([account, status])
    }
  })

  const aboutOne = matrix.filter(({ about }) => about === 'own' || about === 'teammate')
  it.each(aboutOne)('opens by one flag, of the club or the team: $key, $about', async (line) => {
    const isOfClub = line.oneFlag.endsWith(ofClub)
    const opening: readonly string[] = line.oneFlag === 'all' ? flags : line.oneFlag.replace(ofClub, '').split(' ')
    const opens = ({ flag, kind }: OneFlag) => opening.includes(flag) && !(isOfClub && kind === 'coach')
    const subject = await subjectAsked(line)
    const mayGoOn = (one: OneFlag) => can({ access: accessOf(one), groups: [] }, contractOf(line), subject).allowed
    expect(everyOne.filter((one) => opens(one) && !mayGoOn(one))).toEqual([])

    const place = aboutOne.indexOf(line)
    // Of whom the handler alone refuses a few are asked for real; of whom the contract refuses or lets in, in the short run, one of each sixth line.
    const [refused, letIn] = [everyOne.filter((one) => !opens(one)), everyOne.filter(opens)]
    const isAsked = isInTurn(place, share)
    for (const one of [
      ...some(refused.filter(mayGoOn), place, 2),
      ...(isAsked ? some(refused, Math.floor(place / share), 1) : []),
    ])
      expect([one, await statusFor(line, userOf(one))]).toEqual([one, 403])
    for (const one of isAsked ? some(letIn, Math.floor(place / share), 1) : []) {
      await prepare(line.key, club.user(userOf(one)), club)
      expect([one, await statusFor(line, userOf(one))]).toEqual([one, 200])
    }
  })
})
