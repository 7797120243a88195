import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { registry } from '#infra/registry.ts'
import { tsv } from '../tsv.ts'

/**
 * `money-kills.tsv` names, for each function that handles money without a caller waiting, the test that interrupts it at every
 * call. A new function that is not listed fails here.
 */
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const lines = tsv(read('money-kills.tsv')).slice(1)
const longRun = readFileSync(join(import.meta.dirname, '../../scripts/testLong.ts'), 'utf8')

/** Partitions that hold money, or what charges it. */
const money = ['FEES', 'LEDGER', 'PAYMENT', 'CARDS', 'PAYLINK', 'HEARD', 'KEY']
const areas = /^functions\/(money|subscriptions|register|webhooks)\//
const carrying = Object.entries(registry).filter(([, { on, may, providers = [], entry }]) => {
  // Excludes request handlers: their callers get an error and retry.
  if ('api' in on || 'token' in on) return false
  return [...may.read, ...may.write].some((each) => money.includes(each)) || providers.length > 0 || areas.test(entry)
})
const changing = (name: string) =>
  (registry[name]?.may.write.some((each) => money.includes(each)) ?? true) || registry[name]?.providers !== undefined

it('the table lists exactly the functions that handle money without a caller', () => {
  expect(carrying.length).toBeGreaterThan(20)
  expect(new Set(lines.map(([name]) => name))).toEqual(new Set(carrying.map(([name]) => name)))
})

/** The source of a test and of the files it imports from beside it. */
function textOf(test: string): string {
  const text = read(`${test}.test.ts`)
  const beside = [...text.matchAll(/from '(\.\.?\/[^']+\.ts)'/g)].map(([, path = '']) => join(dirname(test), path))
  return [text, ...beside.filter((path) => existsSync(join(import.meta.dirname, path))).map(read)].join('\n')
}

it('every such function that changes money is tested with atEveryAwait', () => {
  const met = lines
    .filter(([, test = '-']) => test !== '-' && /\batEveryAwait\(/.test(textOf(test)))
    .map(([name]) => name)
  expect(carrying.map(([name]) => name).filter((name) => changing(name) && !met.includes(name))).toEqual([])
})

it.each(lines)('%s: %s', (name = '', test = '', what = '') => {
  expect(what).not.toBe('')
  // Functions that do not change money need a reason instead of a test.
  if (test === '-') return expect(changing(name)).toBe(false)
  const text = textOf(test)
  const { entry = '', on } = registry[name] ?? {}
  // Webhooks are called by their routes.
  expect(text).toContain(on && 'url' in on ? `POST /stripe/` : `'#${entry}'`)
  expect(text).toMatch(/\b(atEveryAwait|killedAtEvery|killedAfter)\(/)
  const isLong = [...longRun.matchAll(/'(test\/functions\/[^']+)'/g)].some(([, listed = '']) =>
    `test/functions/${test}.test.ts`.startsWith(listed),
  )
  expect([test, isLong]).toEqual([test, true])
})
