import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subjectOf } from '#shared/ids.ts'
import { type Access, type Can, can, type Flag, flags, noAccess, staffRoles } from '#shared/permissions.ts'

const o1 = 'o00000000001'
const o2 = 'o00000000002'
const falcons = `${o1}.t00000000001`
const otters = `${o1}.t00000000002`
const elsewhere = `${o2}.t00000000001`
const mia = `${o1}.p00000000001`
const sam = `${o1}.p00000000002`
const game = `${falcons}.e00000000001`
const player = (id: string, ...teams: string[]) => ({
  id,
  firstName: 'A',
  lastName: 'B',
  teams: teams.map((team) => ({ id: team, name: team })),
})
const person = (access: Partial<Access>, groups: string[] = []) => ({ access: { ...noAccess('u'), ...access }, groups })

const people = {
  stranger: person({}),
  parent: person({ players: [player(mia, falcons)] }),
  fan: person({ following: [player(mia, falcons)] }),
  coach: person({
    organizations: [
      { id: o1, name: 'Club', teams: [{ id: falcons, name: 'Falcons', flags: ['canEditEvents', 'canEditPlayers'] }] },
    ],
  }),
  administrator: person({
    organizations: [{ id: o1, name: 'Club', flags: [...flags], teams: [{ id: falcons, name: 'Falcons' }] }],
  }),
  otherAdministrator: person({
    organizations: [{ id: o2, name: 'Other', flags: [...flags], teams: [{ id: elsewhere, name: 'E' }] }],
  }),
  staff: person({}, ['ROLE_ADMIN']),
}
type Name = keyof typeof people
const invite = (playerId: string) => `${game}.${playerId.split('.')[1]}`

describe('permissions', () => {
  it.each<[string, Can, string, Name[]]>([
    ['see the Falcons', 'member', falcons, ['parent', 'fan', 'coach', 'administrator']],
    ['see a game of the Falcons', 'member', game, ['parent', 'fan', 'coach', 'administrator']],
    ['see the Otters', 'member', otters, ['administrator']],
    ['see the club', 'member', o1, ['parent', 'fan', 'coach', 'administrator']],
    ['see Mia', 'member', mia, ['parent', 'administrator']],
    ['see Sam', 'member', sam, ['administrator']],
    ['edit Mia', 'canEditPlayers', mia, ['administrator']],
    ['answer for Mia', 'family', invite(mia), ['parent', 'coach', 'administrator']],
    ['answer for Sam', 'family', invite(sam), ['coach', 'administrator']],
    ['answer for Mia, without an event', 'family', mia, ['parent', 'administrator']],
    ['edit the Falcons’ events', 'canEditEvents', falcons, ['coach', 'administrator']],
    ['edit the Falcons’ fees', 'canEditFees', falcons, ['administrator']],
    ['edit the Otters’ events', 'canEditEvents', otters, ['administrator']],
    ['edit the club’s billing', 'canEditBilling', o1, ['administrator']],
    ['see a team of another club', 'member', elsewhere, ['otherAdministrator']],
  ])('allow the right people to %s', (_what, wanted, id, allowed) => {
    const may = (Object.keys(people) as Name[]).filter((name) => can(people[name], wanted, subjectOf(id)).allowed)
    expect(may).toEqual(allowed)
  })

  it('of accounts hold for all signed-in users, those of staff only for the role', () => {
    for (const each of Object.values(people)) {
      expect(can(each, 'anyone', undefined).allowed).toBe(true)
      expect(can(each, 'signed_in', undefined).allowed).toBe(true)
      for (const role of staffRoles)
        expect(can(each, { staff: [role] }, undefined).allowed).toBe(each.groups.includes(role))
      expect(can(each, { staff: staffRoles }, undefined).allowed).toBe(each.groups.length > 0)
      expect(can(each, 'webhook', undefined).allowed).toBe(false)
    }
  })

  it.each<[string, Can, string, string, Name[], Name[]]>([
    // What, the right, player, team, who may, and who may only if the player is on that team.
    ['see Mia, on the Falcons', 'member', mia, falcons, ['parent', 'administrator'], ['coach']],
    ['edit Mia, on the Falcons', 'canEditPlayers', mia, falcons, ['administrator'], ['coach']],
    ['act for Mia, on the Falcons', 'family', mia, falcons, ['parent', 'administrator'], ['coach']],
    ['set Mia’s fees, on the Falcons', 'canEditFees', mia, falcons, ['administrator'], []],
    ['edit Mia, on the Otters', 'canEditPlayers', mia, otters, ['administrator'], []],
    ['edit Sam, on the Falcons', 'canEditPlayers', sam, falcons, ['administrator'], ['coach']],
    ['edit a player of another club', 'canEditPlayers', `${o2}.p00000000001`, elsewhere, ['otherAdministrator'], []],
  ])('for a player on a team allow the right people to %s', (_what, wanted, playerId, teamId, always, ifOnTeam) => {
    const subject = { ...subjectOf(playerId)!, teamId }
    const may = Object.entries(people).map(([name, each]) => [name, can(each, wanted, subject)] as const)
    const granted = may.filter(([, { allowed }]) => allowed)
    expect(granted.filter(([, verdict]) => !verdict.ifOnTeam).map(([name]) => name)).toEqual(always)
    expect(granted.filter(([, verdict]) => verdict.ifOnTeam).map(([name]) => name)).toEqual(ifOnTeam)
  })

  it('for an invitation need no roster, as its id names the team’s event', () => {
    expect(can(people.coach, 'family', subjectOf(invite(sam)))).toEqual({ allowed: true, because: 'has canEditEvents' })
  })

  it('name the rule that decided', () => {
    expect(can(people.coach, 'canEditEvents', subjectOf(falcons)).because).toBe('has canEditEvents')
    expect(can(people.parent, 'canEditEvents', subjectOf(falcons)).because).toBe('lacks canEditEvents')
    expect(can(people.parent, 'family', subjectOf(invite(mia))).because).toBe('is the player’s family')
  })

  it('are denied without a subject', () => {
    for (const wanted of ['member', 'family', ...flags] as Can[])
      for (const each of Object.values(people)) expect(can(each, wanted, undefined).allowed).toBe(false)
  })

  it('on one club never apply to another', () => {
    const anyFlags = fc.subarray([...flags])
    fc.assert(
      fc.property(anyFlags, anyFlags, fc.constantFrom<Flag>(...flags), (onClub, onTeam, wanted) => {
        const someone = person({
          organizations: [{ id: o1, name: 'Club', flags: onClub, teams: [{ id: falcons, name: 'F', flags: onTeam }] }],
        })
        expect(can(someone, wanted, subjectOf(elsewhere)).allowed).toBe(false)
        expect(can(someone, wanted, subjectOf(o2)).allowed).toBe(false)
        expect(can(someone, wanted, subjectOf(otters)).allowed).toBe(onClub.includes(wanted))
        expect(can(someone, wanted, subjectOf(falcons)).allowed).toBe(
          onClub.includes(wanted) || onTeam.includes(wanted),
        )
      }),
    )
  })
})
