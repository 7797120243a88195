import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Flag, flags } from '#shared/permissions.ts'
import { flagsFor, readyMade, whyCannotChangeFlags } from '#shared/rules/administrators.ts'

const some = fc.uniqueArray(fc.constantFrom(...flags))
const people = 4
const step = fc.record({ actor: fc.nat(people - 1), subject: fc.nat(people - 1), after: some })

it('no sequence of allowed changes widens what the people who make them have together', () => {
  fc.assert(
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
          if (whyCannotChangeFlags({ own, before, after, isSelf })) continue
          // Nobody gives themselves a right.
          if (isSelf) expect(after.every((flag) => own.has(flag))).toBe(true)
          for (const flag of after) if (!before.includes(flag)) expect(own.has(flag)).toBe(true)
          has[subject] = [...after]
        }
        for (const flag of has.flat()) expect(all.has(flag)).toBe(true)
      },
    ),
    { numRuns: 10_000 },
  )
})

it('who may not edit administrators changes nobody else', () => {
  const own = new Set<Flag>(['canEditTeam'])
  expect(whyCannotChangeFlags({ own, before: ['canEditTeam'], after: [], isSelf: false })).toBe('not_allowed')
  expect(whyCannotChangeFlags({ own, before: ['canEditTeam'], after: [], isSelf: true })).toBeUndefined()
})

it('of others one gives and takes only what one has, and what they have beside it stays', () => {
  const own = new Set<Flag>(['canEditAdministrators', 'canEditTeam'])
  const change = (before: Flag[], after: Flag[], isSelf = false) => whyCannotChangeFlags({ own, before, after, isSelf })
  expect(change(['canEditFees'], ['canEditFees', 'canEditTeam'])).toBeUndefined()
  expect(change(['canEditFees', 'canEditTeam'], ['canEditFees'])).toBeUndefined()
  expect(change([], ['canEditFees'])).toBe('beyond_rights')
  expect(change(['canEditFees'], [])).toBe('beyond_rights')
  expect(change(['canEditTeam'], ['canEditTeam', 'canEditFees'], true)).toBe('beyond_rights')
  expect(change(['canEditAdministrators', 'canEditTeam'], [], true)).toBeUndefined()
})

it('sets to begin with hold rights that there are, for clubs and for teams', () => {
  expect(flagsFor('organization')).toEqual(flags)
  expect(flags.filter((flag) => !flagsFor('team').includes(flag))).toEqual(['canEditBilling', 'canAddNewTeams'])
  for (const set of Object.values(readyMade)) expect(flags).toEqual(expect.arrayContaining([...set]))
})
