import { readFileSync } from 'node:fs'
import { matching, type Part, parts } from './sampling.ts'

/**
 * Parts of functions, how many of 100 mutants in them the tests must kill, and which tests run, if not those that
 * `testsOf` finds.
 */
export type FunctionGroup = { parts: Part[]; atLeast: number; tests?: string[] }

const tableFiles = (names: string[]) => names.map((name) => `functions/table/${name}.ts`)
const money = [
  'functions/{money,providers,subscriptions}/**/*.ts',
  'functions/register/{bill,changeOwedFees,deposits,finalize,launchedRegistration,newEntries,paidHandler,payment,pricing,release}.ts',
  'functions/registrations/{installments,paymentAccounts,payments,promoCodes}.ts',
  'functions/webhooks/{paypal,stripe}.ts',
  ...tableFiles([
    '*Fees',
    'feeBooks',
    'fees',
    'ledger',
    'licences',
    'pay*',
    'platformShares',
    'promotion*',
    'refunding',
  ]),
  ...tableFiles(['savedCards', 'subscriptions']),
]
const rights = [
  'functions/{developers,families,http,session,staff}/**/*.ts',
  'functions/access/{administrators,fees,pictureConsent,restoreAccess,secondAdult}.ts',
  'functions/people/{childAccount,forThemselves,grownUps,unitPlayers}.ts',
  'functions/{academy/libraryAccess,events/inviteMails,media/typeOf,serve,table/organizationIdIn}.ts',
  'functions/chat/{access,actsAsGuardian,grounds,membership,participants,playerAccount,readAlong,safety,ticket,writable}.ts',
  'functions/organization/{administrators,invitations,unitOf}.ts',
  'functions/register/{acting,family,myPlayers}.ts',
  ...tableFiles([
    'accessTokens',
    'administrators',
    'familyInvitations',
    'guardians',
    'inPlace',
    'invitations',
    'invitationsByAddress',
  ]),
  ...tableFiles(['me', 'playerAccounts', 'players', 'profiles', 'sessions']),
]
const limits = [
  'functions/chat/{lists,rules}.ts',
  'functions/email/{deliver,recipients,sendHandler,urgent,writeEmail}.ts',
  'functions/files/*.ts',
  'functions/http/spend.ts',
  'functions/register/{dropFees,land,landHandler,lapse,lapsedHandler,leaveEvents,moveWaiting,checkOnlyPlace,reservations,settlePlace,unitState,waiting}.ts',
  'functions/registrations/{addOns,launch,options,parts,questions}.ts',
  ...tableFiles([
    'attendance',
    'budgets',
    'chat{Blocks,Rules}',
    'mailCounts',
    'registration*',
    'removedRows',
    'storageItems',
  ]),
]
/** Module-level wiring of functions, texts of mails, and plain lists. */
const noRules =
  /(^|\/)(functions|areas|map|retention|indexes|mailWriters|\w+Mail|(invite|lapsed|lost|waiting)Mails)\.ts$/

/** Draws `lines` lines from each named group; everything in none of them is `functionsElsewhere`. */
export function functionGroups(root: string, seed: number, lines: number): Record<string, FunctionGroup> {
  const files = (patterns: string[]) => matching(root, patterns).filter((file) => !noRules.test(file))
  const limitFiles = files(limits)
  const namedGroups = {
    money: files(money),
    rights: files(rights).filter((file) => !limitFiles.includes(file)),
    limits: limitFiles,
  }
  const all = new Set(Object.values(namedGroups).flat())
  const otherFiles = files(['functions/**/*.ts']).filter((file) => !all.has(file))
  const group = (files: string[], atLeast: number) => ({ parts: parts(root, files, lines, seed), atLeast })
  return {
    moneyFunctions: group(namedGroups.money, 95),
    rightsFunctions: group(namedGroups.rights, 95),
    limitsFunctions: group(namedGroups.limits, 95),
    functionsElsewhere: group(otherFiles, 80),
  }
}

/** Tests of the whole product are slow, and check little of each part. */
const wholeProduct = /test\/functions\/(demo|fuzz|growth|every-route|reads|fresh|operations)/
/** For code that several areas share, the tests of this many areas run: those that import it most. */
const maxAreas = 3

/** The tests to run for the parts: first those that import one of them, then those of the areas that contain or use it. */
export function testsOf(root: string, parts: Part[]): string[] {
  const files = parts.map(({ file }) => file)
  const tests = matching(root, ['test/functions/**/*.test.ts']).filter((test) => !wholeProduct.test(test))
  const sources = matching(root, ['functions/**/*.ts'])
  const textOf = new Map([...tests, ...sources].map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))
  const importing = (all: string[], file: string) => {
    const [, area = '', name = ''] = /^functions\/(?:(.*)\/)?([^/]+)$/.exec(file) ?? []
    const path = area ? `${area}/${name}` : name
    return all.filter((each) => {
      const text = textOf.get(each) ?? ''
      if (text.includes(`/${path}'`)) return true
      return each.startsWith(`functions/${area}/`) && text.includes(`/${name}'`)
    })
  }
  const areaOf = (file: string) => /^functions\/([^/]+)\//.exec(file)?.[1]
  const areas = files.flatMap((file) => {
    const ownArea = areaOf(file)
    if (ownArea && tests.some((test) => test.startsWith(`test/functions/${ownArea}/`)) && ownArea !== 'table')
      return [ownArea]
    const users = Map.groupBy(importing(sources, file), areaOf)
    users.delete(ownArea)
    const byUse = [...users].toSorted(([, a], [, b]) => b.length - a.length)
    return byUse.flatMap(([area]) => area ?? []).slice(0, maxAreas)
  })
  const first = files.flatMap((file) => importing(tests, file))
  const ownTests = tests.filter((test) => areas.some((area) => test.startsWith(`test/functions/${area}/`)))
  return [...new Set([...first, ...ownTests])]
}

/** The named functions as a whole, with the named tests, if any. */
export function namedParts(files: string[], tests: string[]): Record<string, FunctionGroup> {
  if (files.length === 0) return {}
  const parts = files.map((file) => ({ file, from: 1, to: Number.MAX_SAFE_INTEGER }))
  return { 'the named files': { parts, atLeast: 95, ...(tests.length > 0 && { tests }) } }
}
