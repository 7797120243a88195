import { globSync } from 'node:fs'
import * as fc from 'fast-check'

/** What is changed, one small change after another, and how many of 100 changes a test must find. */
export type Group = { files: string[]; atLeast: number }

const rules = (names: string[]) => names.map((name) => `shared/rules/${name}.ts`)
const money = rules([
  'autopay',
  'costs',
  'fees',
  'money',
  'paying',
  'processors',
  'promotions',
  'register/carts',
  'register/price',
  'registrations/installments',
  'registrations/promoCodes',
  'splitting',
  'subscriptions',
])
const rights = [
  'shared/ids.ts',
  'shared/permissions.ts',
  ...rules(['administrators', 'chatSafety', 'households', 'inPlace', 'onlyThemselves', 'shares', 'staff', 'tokens']),
]
const limits = rules([
  'agreements',
  'budgets',
  'chat',
  'faults',
  'files',
  'library',
  'links',
  'mails',
  'places',
  'register/answers',
  'register/choices',
  'registrations/addOns',
  'registrations/launch',
  'registrations/options',
  'registrations/questions',
  'webhooks',
])
const named = new Set([...money, ...rights, ...limits])

/** So many of the files, others with each seed. */
function sampled(files: string[], count: number, seed: number): string[] {
  const some = fc.shuffledSubarray(files, { minLength: count, maxLength: count })
  return fc.sample(some, { seed, numRuns: 1 }).flat().toSorted()
}

/** The groups by name; of what is in none of the others, `count` files that the seed draws. */
export function groups(root: string, seed: number, count: number): Record<string, Group> {
  const others = globSync('shared/rules/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !named.has(file))
    .toSorted()
  return {
    money: { files: money, atLeast: 95 },
    rights: { files: rights, atLeast: 95 },
    limits: { files: limits, atLeast: 95 },
    elsewhere: { files: sampled(others, count, seed), atLeast: 80 },
  }
}
