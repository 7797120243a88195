import { assert, constantFrom, integer, property, record, array, type Arbitrary } from 'fast-check'
import { expect, it } from 'vitest'
import { differencesOf } from '#functions/money/pay/payoutDifferences.ts'
import type { PayoutLine } from '#functions/providers/stripePayouts.ts'
import type { Posting } from '#functions/table/ledger.ts'

/** A few fixed histories by default; many random ones in the long run. */
const histories = { numRuns: Number(process.env['RUNS'] ?? 300), seed: Number(process.env['SEED'] ?? 1) }

/** The history of one payment: its amount, the fees deducted, the refunds, and whether the bank disputed it. */
type Story = {
  cents: number
  fee: number
  share: number
  back: number
  shareBack: boolean
  dispute: 'none' | 'lost' | 'won'
}
const story: Arbitrary<Story> = record({
  cents: integer({ min: 1000, max: 500_000 }),
  fee: integer({ min: 0, max: 400 }),
  share: integer({ min: 0, max: 200 }),
  back: integer({ min: 0, max: 400 }),
  shareBack: constantFrom(true, false),
  dispute: constantFrom('none', 'none', 'lost', 'won'),
})

/** The provider's lines and the ledger effects of these payments, which only share ids. */
function told(stories: readonly Story[]) {
  const lines: PayoutLine[] = []
  const entries = new Map<string, { postings: Posting[] }>()
  const line = (sourceId: string, net: number, type = 'any') =>
    lines.push({ line: `txn_${lines.length}`, sourceId, type, net })
  const book = (effect: string, ...postings: [Posting['account'], number][]) =>
    entries.set(effect, { postings: postings.map(([account, cents]) => ({ account, cents })) })
  const clearing = 'assets:clearing:stripe'
  for (const [i, { cents, fee, share, back, shareBack, dispute }] of stories.entries()) {
    line(`ch_${i}`, cents - fee - share)
    book(`charge:ch_${i}`, [clearing, cents], ['assets:receivable', -cents])
    book(`fees:ch_${i}`, ['expenses:processor', fee], ['expenses:platform', share], [clearing, -fee - share])
    if (back > 0) {
      const returned = shareBack ? Math.round((share * back) / cents) : 0
      line(`re_${i}`, -back)
      if (returned > 0) line(`fr_${i}`, returned, 'application_fee_refund')
      book(
        `refund:re_${i}`,
        ['liabilities:credit', back],
        [clearing, returned - back],
        ['expenses:platform', -returned],
      )
    }
    if (dispute !== 'none') {
      const taken = cents - back
      line(`du_${i}`, -taken - 1500)
      book(`dispute:du_${i}:0`, ['assets:disputed', taken], ['expenses:disputes', 1500], [clearing, -taken - 1500])
      if (dispute === 'won') {
        line(`du_${i}`, taken)
        book(`dispute:du_${i}:1`, ['assets:disputed', -taken], [clearing, taken])
      }
    }
  }
  return { lines, entries }
}

it('books that agree with the provider’s lines have no differences', () => {
  assert(
    property(array(story, { minLength: 1, maxLength: 12 }), (stories) => {
      const { lines, entries } = told(stories)
      expect(differencesOf(lines, entries)).toEqual([])
    }),
    histories,
  )
})

it('each injected difference is reported with its amount, and no other', () => {
  const wrong = constantFrom('unbooked', 'other sum', 'past us', 'share not given back')
  assert(
    property(
      array(story, { minLength: 1, maxLength: 12 }),
      wrong,
      integer({ min: 1, max: 999 }),
      (stories, what, cents) => {
        const { lines, entries } = told(stories)
        const charge = lines[0]
        if (!charge) throw new Error('There are no lines.')
        if (what === 'unbooked') {
          entries.delete('charge:ch_0')
          entries.delete('fees:ch_0')
          expect(differencesOf(lines, entries)).toEqual([{ line: charge.line, why: 'missing', cents: charge.net }])
        } else if (what === 'other sum') {
          lines[0] = { ...charge, net: charge.net - cents }
          expect(differencesOf(lines, entries)).toEqual([{ line: charge.line, why: 'amount', cents: -cents }])
        } else if (what === 'past us') {
          lines.push({ line: 'txn_past', sourceId: 'tu_1', type: 'topup', net: cents })
          expect(differencesOf(lines, entries)).toEqual([{ line: 'txn_past', why: 'unknown', cents }])
        } else {
          lines.push({ line: 'txn_past', sourceId: 'fr_past', type: 'application_fee_refund', net: cents })
          expect(differencesOf(lines, entries)).toEqual([{ line: 'application_fee_refund', why: 'amount', cents }])
        }
      },
    ),
    histories,
  )
})
