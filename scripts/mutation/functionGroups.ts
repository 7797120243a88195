import { readFileSync } from 'node:fs'
import { matching, type Part, parts } from './sampling.ts'

/**
 * Parts of functions, how many of 100 mutants in them the tests must kill, and which tests run, if not those that
 * `testsOf` finds.
 */
export type FunctionGroup = { parts: Part[]; atLeast: number; tests?: string[] }

const inTable = (names: string[]) => names.map((name) => `functions/table/${name}.ts`)
const money = [
  'functions/{money,providers,subscriptions}/**/*.ts',
  'functions/register/{bill,deposits,finalize,found,owedAnew,paidHandler,payment,pricing,release}.ts',
  'functions/registrations/{installments,paymentAccounts,payments,promoCodes}.ts',
  'functions/webhooks/{paypal,stripe}.ts',
  ...inTable(['*Fees', 'feeBooks', 'fees', 'ledger', 'licences', 'pay*', 'platformShares', 'promotion*', 'refunding']),
  ...inTable(['savedCards', 'subscriptions']),
]
const rights = [
  'functions/{developers,families,http,session,staff}/**/*.ts',
  'functions/access/{administrators,fees,pictureConsent,restoreAccess,secondAdult}.ts',
  'functions/people/{childAccount,forThemselves,grownUps,unitPlayers}.ts',
  'functions/{academy/libraryAccess,events/inviteMails,media/typeOf,serve,table/clubNamedIn}.ts',
  'functions/chat/{access,actsAsGuardian,grounds,membership,participants,playerAccount,readAlong,safety,ticket,writable}.ts',
  'functions/organization/{administrators,invitations,unitOf}.ts',
  'functions/register/{acting,family,myPlayers}.ts',
  ...inTable(['accessTokens', 'administrators', 'familyInvitations', 'guardians', 'inPlace', 'invitations', 'invited']),
  ...inTable(['me', 'playerAccounts', 'players', 'profiles', 'sessions']),
]
const limits = [
  'functions/chat/{lists,rules}.ts',
  'functions/email/{deliver,recipients,sendHandler,urgent,writeEmail}.ts',
  'functions/files/*.ts',
  'functions/http/spend.ts',
  'functions/register/{dropFees,land,landHandler,lapse,lapsedHandler,leaveEvents,moveWaiting,onlyPlace,settlePlace,unitState,takes,waiting}.ts',
  'functions/registrations/{addOns,launch,options,parts,questions}.ts',
  ...inTable(['attendance', 'budgets', 'chat{Blocks,Rules}', 'mailCounts', 'registration*', 'storageItems', 'taken']),
]
/** Module-level wiring of functions, texts of mails, and plain lists. */
const noRules =
  /(^|\/)(functions|areas|map|retention|indexes|mailWriters|\w+Mail|(invite|lapsed|lost|waiting)Mails)\.ts$/

/** Draws `lines` lines from each named group; everything in none of them is `functionsElsewhere`. */
export function functionGroups(root: string, seed: number, lines: number): Record<string, FunctionGroup> {
  const files = (patterns: string[]) => matching(root, patterns).filter((file) => !noRules.test(file))
  const limited = files(limits)
  const named = {
    money: files(money),
    rights: files(rights).filter((file) => !limited.includes(file)),
    limits: limited,
  }
  const all = new Set(Object.values(named).flat())
  const others = files(['functions/**/*.ts']).filter((file) => !all.has(file))
  const group = (of: string[], atLeast: number) => ({ parts: parts(root, of, lines, seed), atLeast })
  return {
    moneyFunctions: group(named.money, 95),
    rightsFunctions: group(named.rights, 95),
    limitsFunctions: group(named.limits, 95),
    functionsElsewhere: group(others, 80),
  }
}

/** Tests of the whole product are slow, and check little of each part. */
const wholeProduct = /test\/functions\/(demo|fuzz|growth|every-route|reads|fresh|operations)/
/** For code that several areas share, the tests of this many areas run: those that import it most. */
const areasAsked = 3

/** The tests to run for the parts: first those that import one of them, then those of the areas that contain or use it. */
export function testsOf(root: string, drawn: Part[]): string[] {
  const files = drawn.map(({ file }) => file)
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
    const own = areaOf(file)
    if (own && tests.some((test) => test.startsWith(`test/functions/${own}/`)) && own !== 'table') return [own]
    const users = Map.groupBy(importing(sources, file), areaOf)
    users.delete(own)
    const most = [...users].toSorted(([, a], [, b]) => b.length - a.length)
    return most.flatMap(([area]) => area ?? []).slice(0, areasAsked)
  })
  const first = files.flatMap((file) => importing(tests, file))
  const own = tests.filter((test) => areas.some((area) => test.startsWith(`test/functions/${area}/`)))
  return [...new Set([...first, ...own])]
}

/** The named functions as a whole, with the named tests, if any. */
export function namedParts(files: string[], tests: string[]): Record<string, FunctionGroup> {
  if (files.length === 0) return {}
  const parts = files.map((file) => ({ file, from: 1, to: Number.MAX_SAFE_INTEGER }))
  return { 'the named files': { parts, atLeast: 95, ...(tests.length > 0 && { tests }) } }
}
