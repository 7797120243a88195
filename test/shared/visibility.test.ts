import { describe, expect, it } from 'vitest'
import { subjectOf } from '#shared/ids.ts'
import { type ChildDatum, childData, mayKnow, viewerOf } from '#shared/childData.ts'
import { type Access, type Flag, flags, noAccess } from '#shared/permissions.ts'

const club = 'o00000000001'
const team = `${club}.t00000000001`
const mia = `${club}.p00000000001`
const player = (id: string, ...teams: string[]) => ({
  id,
  firstName: 'A',
  lastName: 'B',
  teams: teams.map((each) => ({ id: each, name: each })),
})
const other = `${club}.p00000000002`
const someone = (access: Partial<Access>) => ({ ...noAccess('u'), ...access })
const coach = (...has: Flag[]) =>
  someone({ organizations: [{ id: club, name: 'C', teams: [{ id: team, name: 'T', flags: has }] }] })
const administrator = (...has: Flag[]) => someone({ organizations: [{ id: club, name: 'C', flags: has, teams: [] }] })

const people: Record<string, Access> = {
  parent: someone({ players: [player(mia, team)] }),
  'without answers': someone({ players: [{ ...player(mia, team), lacks: ['answers'] }] }),
  'without pays': someone({ players: [{ ...player(mia, team), lacks: ['pays'] }] }),
  'without sees': someone({ players: [{ ...player(mia, team), lacks: ['sees'] }] }),
  'without all': someone({ players: [{ ...player(mia, team), lacks: ['answers', 'pays', 'sees'] }] }),
  teammate: someone({ players: [player(other, team)] }),
  'teammate without sees': someone({ players: [{ ...player(other, team), lacks: ['sees'] }] }),
  'teammate without all': someone({ players: [{ ...player(other, team), lacks: ['answers', 'pays', 'sees'] }] }),
  clubmate: someone({ players: [player(other, `${club}.t00000000002`)] }),
  follower: someone({ following: [player(mia, team)] }),
  'follower of another': someone({ following: [player(other, team)] }),
  'coach of another team': someone({
    organizations: [{ id: club, name: 'C', teams: [{ id: `${club}.t00000000002`, name: 'T', flags: [...flags] }] }],
  }),
  'administrator of another club': someone({
    organizations: [{ id: 'o00000000002', name: 'O', flags: [...flags], teams: [] }],
  }),
  stranger: someone({}),
}

/** Written by hand: who may know what about Mia, on a team that shows its roster (1), or hides it from families (0). */
const table = `
who                            shown name roster picture accepted answer note birthDate contacts medical file message ownField
parent                         1     yes  yes    yes     yes      yes    yes  yes       yes      yes     yes  yes     yes
parent                         0     yes  yes    yes     yes      yes    yes  yes       yes      yes     yes  yes     yes
without_answers                0     yes  yes    yes     yes      yes    yes  yes       yes      yes     yes  yes     yes
without_pays                   0     yes  yes    yes     yes      yes    yes  yes       yes      yes     yes  yes     yes
without_sees                   0     yes  yes    yes     yes      yes    yes  -         -        -       -    -       -
without_all                    0     yes  yes    yes     -        -      -    -         -        -       -    -       -
without_sees                   1     yes  yes    yes     yes      yes    yes  -         -        -       -    -       -
without_all                    1     yes  yes    yes     -        -      -    -         -        -       -    -       -
teammate                       1     yes  yes    yes     yes      -      -    -         -        -       -    -       -
teammate                       0     -    -      -       -        -      -    -         -        -       -    -       -
teammate_without_sees          1     -    -      -       -        -      -    -         -        -       -    -       -
teammate_without_all           1     -    -      -       -        -      -    -         -        -       -    -       -
clubmate                       1     -    -      -       -        -      -    -         -        -       -    -       -
follower                       1     yes  yes    yes     -        -      -    -         -        -       -    -       -
follower                       0     yes  yes    yes     -        -      -    -         -        -       -    -       -
follower_of_another            1     -    -      -       -        -      -    -         -        -       -    -       -
coach_of_another_team          1     -    -      -       -        -      -    -         -        -       -    -       -
administrator_of_another_club  1     -    -      -       -        -      -    -         -        -       -    -       -
stranger                       1     -    -      -       -        -      -    -         -        -       -    -       -
canEditPlayers                 0     yes  yes    yes     yes      -      -    yes       yes      -       yes  -       yes
canEditTeam                    0     yes  yes    yes     yes      -      -    -         -        -       yes  -       -
canEditEvents                  0     yes  yes    yes     yes      yes    yes  -         -        -       -    -       -
canEditFees                    0     yes  yes    yes     yes      -      -    -         -        -       -    -       -
canEditAdministrators          0     -    -      -       -        -      -    -         -        -       -    -       -
canSendMessages                0     yes  yes    yes     yes      -      -    -         yes      -       -    yes     -
canReceiveAvailabilityEmails   0     yes  yes    yes     yes      yes    yes  -         -        -       -    -       -
chatEnabled                    0     yes  yes    yes     yes      -      -    -         -        -       -    -       -
canEditBilling                 0     -    -      -       -        -      -    -         -        -       -    -       -
canManageRegistration          0     yes  yes    yes     yes      -      -    yes       yes      yes     -    -       yes
canAddNewTeams                 0     -    -      -       -        -      -    -         -        -       -    -       -
`
const [head = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/))
const columns = head.slice(2)

describe('the data of a child', () => {
  it('is listed completely in the table, with every flag', () => {
    expect(columns).toEqual([...childData])
    const named = rows.map(([who = '']) => who.replaceAll('_', ' '))
    expect(new Set(named)).toEqual(new Set([...Object.keys(people), ...flags]))
  })

  const known = (access: Access, isRosterVisible: boolean) => {
    const viewer = viewerOf(access, subjectOf(team)!, { isRosterVisible })
    return columns.map((datum) => (mayKnow(datum as ChildDatum, viewer, mia) ? 'yes' : '-'))
  }
  it.each(rows)('is visible to %s (roster shown: %s) as in the table', (who = '', shown, ...expected) => {
    const name = who.replaceAll('_', ' ')
    if (name in people) return expect(known(people[name]!, shown === '1')).toEqual(expected)
    expect(known(coach(name as Flag), shown === '1')).toEqual(expected)
    expect(known(administrator(name as Flag), shown === '1')).toEqual(expected)
  })

  it('is visible to a user with two rights as each of them allows', () => {
    for (const one of flags)
      for (const two of flags) {
        const both = known(coach(one, two), false)
        const each = [known(coach(one), false), known(administrator(two), false)]
        expect(both).toEqual(columns.map((_, i) => (each.some((list) => list[i] === 'yes') ? 'yes' : '-')))
      }
  })

  it('of a child without a team is visible to family and club administrators', () => {
    const viewer = (access: Access) => viewerOf(access, subjectOf(mia)!, { isRosterVisible: false })
    expect(mayKnow('name', viewer(people['parent']!), mia)).toBe(true)
    expect(mayKnow('name', viewer(administrator('canEditPlayers')), mia)).toBe(true)
    for (const each of [coach(...flags), people['teammate']!, people['stranger']!])
      expect(mayKnow('name', viewer(each), mia)).toBe(false)
  })
})
