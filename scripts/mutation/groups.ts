import { globSync } from 'node:fs'

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

/** Seeded, so that a sample can be drawn again: the linear congruential generator of Numerical Recipes. */
function* draws(seed: number) {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** So many of the files, others with each seed. */
function sampled(files: string[], count: number, seed: number): string[] {
  const draw = draws(seed)
  return files
    .map((file) => ({ file, at: draw.next().value ?? 0 }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ file }) => file)
    .toSorted()
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
