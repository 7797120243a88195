import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Flag, flags } from '#shared/permissions.ts'
import { flagsFor, readyMade, flagsHeldByNobody, whyCannotChangeFlags } from '#shared/rules/administrators.ts'

const some = fc.uniqueArray(fc.constantFrom(...flags))
const people = 4
const step = fc.record({ actor: fc.nat(people - 1), subject: fc.nat(people - 1), after: some })

type Rule = typeof whyCannotChangeFlags
/** In a team, no right is unheld; in a club, the rights that nobody has at that step are. */
const widens = (rule: Rule, ofClub: boolean) =>
  fc.check(
    fc.property(
      fc.array(some, { minLength: people, maxLength: people }),
      fc.array(step, { maxLength: 30 }),
      (first, steps) => {
        const has = first.map((each) => [...each])
        const all = new Set(first.flat())
        for (const { actor, subject, after } of steps) {
          const own: ReadonlySet<Flag> = new Set(has[actor])
          const before = has[subject] ?? []
          const isSelf = actor === subject
          const nobodys = new Set(ofClub ? flags.filter((flag) => !has.flat().includes(flag)) : [])
          if (rule({ ownFlags: own, before, after, isSelf, unheld: ofClub ? flagsHeldByNobody(has) : new Set() }))
            continue
          const mayTakeUp = own.has('canEditAdministrators') ? nobodys : new Set<Flag>()
          // Nobody grants a right they do not have, to themselves or others, while anyone has it.
          const isOwn = (flag: Flag) => own.has(flag) || mayTakeUp.has(flag)
          for (const flag of after) if (!before.includes(flag) && !isOwn(flag)) return false
          has[subject] = [...after]
        }
        return ofClub || has.flat().every((flag) => all.has(flag))
      },
    ),
    { numRuns: 10_000 },
  ).failed

it('no sequence of allowed changes extends the rights of the people involved, except for unheld rights', () => {
  expect(widens(whyCannotChangeFlags, false)).toBe(false)
  expect(widens(whyCannotChangeFlags, true)).toBe(false)
})

it('the property fails for rules that are too permissive with unheld or held rights', () => {
  const forAnybody: Rule = (asked) =>
    whyCannotChangeFlags({ ...asked, after: asked.after.filter((flag) => !asked.unheld?.has(flag)) })
  expect(widens(forAnybody, true)).toBe(true)
  const whateverOthersHave: Rule = (asked) => whyCannotChangeFlags({ ...asked, unheld: new Set(flags) })
  expect(widens(whateverOthersHave, true)).toBe(true)
  expect(widens(whateverOthersHave, false)).toBe(true)
})

it('an unheld right can be given only by those who may edit administrators', () => {
  const unheld = flagsHeldByNobody([['canEditAdministrators', 'canEditTeam'], ['canEditFees']])
  expect(unheld.has('canEditBilling')).toBe(true)
  expect(unheld.has('canEditFees')).toBe(false)
  const edits = { ownFlags: new Set<Flag>(['canEditAdministrators']), before: [], unheld }
  expect(whyCannotChangeFlags({ ...edits, after: ['canEditBilling'], isSelf: false })).toBeUndefined()
  expect(whyCannotChangeFlags({ ...edits, after: ['canEditBilling'], isSelf: true })).toBeUndefined()
  expect(whyCannotChangeFlags({ ...edits, after: ['canEditFees'], isSelf: true })).toBe('beyond_rights')
  const coaches = { ownFlags: new Set<Flag>(['canEditTeam']), before: [], unheld }
  expect(whyCannotChangeFlags({ ...coaches, after: ['canEditBilling'], isSelf: true })).toBe('beyond_rights')
})

it('a user without the right to edit administrators can change only their own rights', () => {
  const own = new Set<Flag>(['canEditTeam'])
  expect(whyCannotChangeFlags({ ownFlags: own, before: ['canEditTeam'], after: [], isSelf: false })).toBe('not_allowed')
  expect(whyCannotChangeFlags({ ownFlags: own, before: ['canEditTeam'], after: [], isSelf: true })).toBeUndefined()
})

it('a user can give and remove only their own rights, and other rights stay unchanged', () => {
  const own = new Set<Flag>(['canEditAdministrators', 'canEditTeam'])
  const change = (before: Flag[], after: Flag[], isSelf = false) =>
    whyCannotChangeFlags({ ownFlags: own, before, after, isSelf })
  expect(change(['canEditFees'], ['canEditFees', 'canEditTeam'])).toBeUndefined()
  expect(change(['canEditFees', 'canEditTeam'], ['canEditFees'])).toBeUndefined()
  expect(change([], ['canEditFees'])).toBe('beyond_rights')
  expect(change(['canEditFees'], [])).toBe('beyond_rights')
  expect(change(['canEditTeam'], ['canEditTeam', 'canEditFees'], true)).toBe('beyond_rights')
  expect(change(['canEditAdministrators', 'canEditTeam'], [], true)).toBeUndefined()
})

it('presets contain existing rights, for clubs and for teams', () => {
  expect(flagsFor('organization')).toEqual(flags)
  expect(flags.filter((flag) => !flagsFor('team').includes(flag))).toEqual(['canEditBilling', 'canAddNewTeams'])
  for (const set of Object.values(readyMade)) expect(flags).toEqual(expect.arrayContaining([...set]))
})
