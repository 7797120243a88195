import { type Group, matching, sampleFiles } from './sampling.ts'

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
  'shared/childData.ts',
  'shared/permissions.ts',
  ...rules([
    'administrators',
    'chatSafety',
    'households',
    'impersonation',
    'personalRoutes',
    'shares',
    'staff',
    'tokens',
  ]),
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
const groupedFiles = new Set([...money, ...rights, ...limits])

/** The groups by name; of the files in none of the others, the seed draws `count`. */
export function groups(root: string, seed: number, count: number): Record<string, Group> {
  const otherFiles = matching(root, ['shared/rules/**/*.ts']).filter((file) => !groupedFiles.has(file))
  return {
    money: { files: money, atLeast: 95 },
    rights: { files: rights, atLeast: 95 },
    limits: { files: limits, atLeast: 95 },
    elsewhere: { files: sampleFiles(otherFiles, count, seed), atLeast: 80 },
  }
}
