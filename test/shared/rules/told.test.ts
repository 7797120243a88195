import { describe, expect, it } from 'vitest'
import type { Viewer } from '#shared/childData.ts'
import type { Access, Flag } from '#shared/permissions.ts'
import { changeKinds, isWithin, mayReceiveChange } from '#shared/rules/changes.ts'
import { noticePush } from '#shared/rules/noticePush.ts'
import { choosable, isQuiet, whyCannotBeQuiet } from '#shared/rules/notices.ts'
import { maySeePicture, isShownIn, type PictureAudience, strictestAudience } from '#shared/rules/pictures.ts'

describe('a picture of a player', () => {
  it.each<[(PictureAudience | undefined)[], PictureAudience | undefined]>([
    [[], undefined],
    [[undefined, undefined], undefined],
    [['club', undefined], 'club'],
    [['club', 'team'], 'team'],
    [['team', 'nobody'], 'nobody'],
    [['nobody', 'club'], 'nobody'],
  ])('has the strictest audience: %j is %s', (said, holds) => expect(strictestAudience(...said)).toBe(holds))

  it.each<[PictureAudience | undefined, boolean, boolean]>([
    [undefined, false, false],
    ['nobody', false, false],
    ['team', true, false],
    ['club', true, true],
  ])('with the audience %s is visible to the team: %s, to the club: %s', (said, team, club) =>
    expect([isShownIn(said, 'team'), isShownIn(said, 'club')]).toEqual([team, club]),
  )

  const stranger: Viewer = {
    flags: new Set(),
    ownIds: new Set(),
    answersFor: new Set(),
    followedIds: new Set(),
    isTeammate: false,
  }
  const family = { ...stranger, ownIds: new Set(['mia']) }
  const coach = { ...stranger, flags: new Set<Flag>(['canSendMessages']) }
  const editor = { ...stranger, flags: new Set<Flag>(['canEditPlayers']) }
  const teammate = { ...stranger, isTeammate: true }
  it.each<[string, Viewer, (PictureAudience | undefined)[], (PictureAudience | undefined)[]]>([
    ['the family, always', family, [undefined, 'nobody', 'team', 'club'], [undefined, 'nobody', 'team', 'club']],
    ['an editor of players, until the family has chosen', editor, [undefined, 'team', 'club'], [undefined, 'club']],
    ['a coach, as the family has chosen', coach, ['team', 'club'], ['club']],
    ['a teammate, as the family has chosen', teammate, ['team', 'club'], ['club']],
    ['no one else', stranger, [], []],
  ])('is visible to %s', (_who, viewer, onTeam, inClub) => {
    const seen = (where: 'team' | 'club') =>
      ([undefined, 'nobody', 'team', 'club'] as const).filter((pictures) =>
        maySeePicture(viewer, { playerId: 'mia', pictures }, where),
      )
    expect([seen('team'), seen('club')]).toEqual([onTeam, inClub])
  })
})

describe('changes visible to a program', () => {
  const club = 'o00000000000'
  const [team, player] = [`${club}.t00000000001`, `${club}.p00000000001`]
  const [event, fee] = [`${team}.e00000000001`, `${team}.d00000000001.p00000000001`]
  const registration = `${club}.r00000000001`
  const objects = {
    event,
    team,
    roster: team,
    player,
    fee,
    registration,
    registrationEntry: `${registration}.p00000000001`,
  }
  const staff = (clubFlags: Flag[], teamFlags: Flag[] = []): Access => ({
    userId: 'ana',
    players: [],
    following: [],
    organizations: [{ id: club, name: 'x', flags: clubFlags, teams: [{ id: team, name: 'x', flags: teamFlags }] }],
  })
  const family: Access = {
    ...staff([]),
    organizations: [],
    players: [{ id: player, firstName: 'x', lastName: 'x', teams: [{ id: team, name: 'x' }] }],
  }
  const heard = (access: Access) => changeKinds.filter((kind) => mayReceiveChange(access, kind, objects[kind]))
  it.each<[string, Access, string[]]>([
    ['a user without access', { ...family, players: [] }, []],
    ['a family', family, ['event', 'team', 'roster', 'player', 'fee']],
    ['an editor of the club’s fees', staff(['canEditFees']), ['event', 'team', 'roster', 'player', 'fee']],
    [
      'a manager of its registrations',
      staff(['canManageRegistration']),
      ['event', 'team', 'roster', 'player', 'registration', 'registrationEntry'],
    ],
    // A list cannot check the teams of each player.
    ['a coach of one team, without single players', staff([], ['canEditTeam']), ['event', 'team', 'roster']],
    ['a coach who edits the team’s fees', staff([], ['canEditFees']), ['event', 'team', 'roster', 'fee']],
  ])('are those of %s', (_who, access, kinds) => expect(heard(access)).toEqual(kinds))

  it('are limited to its areas', () => {
    expect(changeKinds.filter((kind) => isWithin(undefined, kind))).toEqual(changeKinds)
    expect(changeKinds.filter((kind) => isWithin(['changes'], kind))).toEqual([])
    expect(changeKinds.filter((kind) => isWithin(['calendar', 'fees'], kind))).toEqual(['event', 'fee'])
    expect(changeKinds.filter((kind) => isWithin(['rosters'], kind))).toEqual(['team', 'roster', 'player'])
    expect(changeKinds.filter((kind) => isWithin(['registrations'], kind))).toEqual([
      'registration',
      'registrationEntry',
    ])
  })
})

describe('push notifications', () => {
  it('say where to look, in the user’s language', () => {
    expect(noticePush('fees', 'en')).toEqual({
      title: 'There is a fee to pay',
      body: 'Open Touchline to read it.',
      address: '/payments',
    })
    expect(noticePush('changes', 'es')).toEqual({
      title: 'Un evento ha cambiado',
      body: 'Abre Touchline para leerlo.',
      address: '/calendar',
    })
  })
  it('exist for every kind that can be chosen, except chat, which has its own', () => {
    const wanted = choosable
      .filter(({ notice, channel }) => channel === 'push' && notice !== 'chat')
      .map(({ notice }) => notice)
    const all = [...new Set(choosable.map(({ notice }) => notice))]
    expect(all.filter((notice) => noticePush(notice, 'en'))).toEqual(wanted)
    for (const notice of wanted) {
      const { title, body, address } = noticePush(notice, 'es') ?? { title: '', body: '', address: '' }
      expect([title !== '' && title !== noticePush(notice, 'en')?.title, body !== '', address.startsWith('/')]).toEqual(
        [true, true, true],
      )
    }
  })
})

describe('notice preferences', () => {
  it('list each kind by channel with its default', () => {
    const ways = (name: string) =>
      choosable.filter(({ notice }) => notice === name).map(({ channel, preset }) => `${channel} ${preset}`)
    expect([ways('news'), ways('changes'), ways('events'), ways('account')]).toEqual([
      ['mail on', 'push on'],
      ['mail always', 'push on'],
      ['calendar off'],
      ['mail always'],
    ])
  })
  it('are fixed for payments, rights, accounts and canceled events', () => {
    const always = choosable
      .filter(({ preset }) => preset === 'always')
      .map(({ notice, channel }) => `${notice} ${channel}`)
    expect(always).toEqual(['changes mail', 'fees mail', 'registrations mail', 'account mail'])
  })
  it('have push on by default for everything that needs a response', () =>
    expect(
      choosable.filter(({ channel }) => channel === 'push').map(({ notice, preset }) => `${notice} ${preset}`),
    ).toEqual(
      ['news', 'invites', 'availability', 'changes', 'tasks', 'chat', 'fees', 'registrations'].map(
        (notice) => `${notice} on`,
      ),
    ))
  it.each([
    ['22:00', '07:00', undefined],
    ['00:00', '23:59', undefined],
    ['07:00', '07:00', 'invalid'],
    ['24:00', '07:00', 'invalid'],
    ['22:60', '07:00', 'invalid'],
    ['22:00', '7:00', 'invalid'],
    ['x22:00', '07:00', 'invalid'],
    ['22:00', '07:00:00', 'invalid'],
    ['', '', 'invalid'],
  ])('validate quiet hours from %s to %s: %s', (from, to, why) => expect(whyCannotBeQuiet({ from, to })).toBe(why))
  it.each([
    ['12:59', false],
    ['13:00', true],
    ['14:29', true],
    ['14:30', false],
  ])('are quiet at %s with quiet hours from 13:00 to 14:30: %s', (time, quiet) => {
    const nap = { from: '13:00', to: '14:30' }
    expect(isQuiet({ chosen: {}, quiet: nap, timezone: 'UTC' }, `2026-11-22T${time}:00Z`)).toBe(quiet)
    expect(isQuiet({ chosen: {}, quiet: nap }, `2026-11-22T${time}:00Z`)).toBe(false)
  })
})
