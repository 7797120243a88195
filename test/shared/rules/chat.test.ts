import { describe, expect, it } from 'vitest'
import { brokenAt, canonical, chained, headOf } from '#shared/rules/chatEvidence.ts'
import { isNews } from '#shared/rules/chatLive.ts'
import { pushed, pushText } from '#shared/rules/chatPush.ts'

describe('a push notification is sent for a message', () => {
  const now = '2026-11-22T18:30:00.000Z'
  const told = (seen: object, { seq = 6, isNamed = false } = {}) =>
    pushed({ readSeq: 5, ...seen }, { seq, now, isNamed })
  const justNow = { pushedSeq: 6, pushedAt: '2026-11-22T18:00:00.001Z' }
  const longAgo = { pushedSeq: 6, pushedAt: '2026-11-22T18:00:00.000Z' }
  it.each<[string, object, { seq?: number; isNamed?: boolean }, boolean]>([
    ['the first that is not read', {}, {}, true],
    ['that is read', {}, { seq: 5 }, false],
    ['that was told', { pushedSeq: 6 }, {}, false],
    ['before one that was told', { pushedSeq: 7 }, {}, false],
    ['the first after what was told and read', { readSeq: 6, pushedSeq: 6, pushedAt: now }, { seq: 7 }, true],
    ['another, less than thirty minutes later', justNow, { seq: 7 }, false],
    ['another, thirty minutes later', longAgo, { seq: 7 }, true],
    ['another, when nobody knows when one was told', { pushedSeq: 6 }, { seq: 7 }, true],
    ['the first of a conversation that is muted', { muted: true }, {}, false],
    ['that names them, where it is muted', { muted: true }, { isNamed: true }, true],
    ['that names them, at once', justNow, { seq: 7, isNamed: true }, true],
    ['that names them and is read', {}, { seq: 5, isNamed: true }, false],
    ['that names them and was told', { pushedSeq: 6 }, { isNamed: true }, false],
  ])('%s', (_what, seen, message, is) => expect(told(seen, message)).toBe(is))
})

describe('the text of a notification', () => {
  const about = {
    language: 'en',
    type: 'team',
    title: 'U12 Falcons',
    author: 'Ana Moreno',
    text: 'Who drives?',
    showsText: false,
  } as const
  it.each([
    ['shows a team, and nothing of what was written', {}, 'New message: U12 Falcons', 'Open Touchline to read it.'],
    ['in Spanish', { language: 'es' }, 'Mensaje nuevo: U12 Falcons', 'Abre Touchline para leerlo.'],
    [
      'shows nothing of a group',
      { type: 'group', title: 'For Mia’s birthday' },
      'New message',
      'Open Touchline to read it.',
    ],
    ['nor of who writes to one alone', { type: 'direct' }, 'New message', 'Open Touchline to read it.'],
    ['shows all to who wants it', { showsText: true }, 'Ana Moreno · U12 Falcons', 'Who drives?'],
    ['of a group too', { showsText: true, type: 'group', title: 'Drivers' }, 'Ana Moreno · Drivers', 'Who drives?'],
    ['of one that nobody has named', { showsText: true, type: 'group', title: '' }, 'Ana Moreno', 'Who drives?'],
    ['and who writes to one alone', { showsText: true, type: 'direct' }, 'Ana Moreno', 'Who drives?'],
  ] as const)('%s', (_what, change, title, body) => expect(pushText({ ...about, ...change })).toEqual({ title, body }))
})

it.each([
  [{ conversation: 'c' }, true],
  [{ typing: 'c', userId: 'u' }, true],
  [{ typing: 'c' }, false],
  [{ userId: 'u' }, false],
  [{ typing: 1, userId: 'u' }, false],
  [{ typing: 'c', userId: 1 }, false],
  [{ conversation: 7 }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['conversation', false],
])('%j is a web socket message: %s', (value, is) => expect(isNews(value)).toBe(is))

describe('a hash chain', () => {
  /** A readable stand-in for a hash. */
  const hashOf = (text: string) => `<${text}>`
  const none = '0'.repeat(64)
  const entries = [{ text: 'a' }, { text: 'b' }, { text: 'c' }]
  const chain = chained(entries, hashOf)
  const [first, second, third] = chain
  it('has in each entry the hash of the previous one and its own', () => {
    const one = `<${none}\n{"text":"a"}>`
    expect(chain.slice(0, 2)).toEqual([
      { entry: { text: 'a' }, before: none, hash: one },
      { entry: { text: 'b' }, before: one, hash: `<${one}\n{"text":"b"}>` },
    ])
    expect([headOf(chain), headOf([])]).toEqual([third?.hash, none])
  })
  it.each([
    ['is whole', chain, undefined],
    ['of nothing is whole', [], undefined],
    ['lacks its end, which nobody sees but by its head', chain.slice(0, 2), undefined],
    ['lacks its beginning', chain.slice(1), 0],
    ['lacks a line', [first, third], 1],
    ['has one changed', [first, { ...second, entry: { text: 'B' } }, third], 1],
    ['has the last one changed', [first, second, { ...third, entry: { text: 'C' } }], 2],
    [
      'has its hash made anew, which the next one shows',
      [first, chained([{ text: 'a' }, { text: 'B' }], hashOf)[1], third],
      2,
    ],
    ['has one put in', [first, { ...second, entry: { text: 'x' } }, second, third], 1],
    ['says another line before', [first, { ...second, before: none }, third], 1],
    ['says another hash', [first, second, { ...third, hash: 'x' }], 2],
  ])('that %s is broken there', (_what, links, at) => expect(brokenAt(links as typeof chain, hashOf)).toBe(at))

  it.each([
    [{ b: 1, a: { d: 1, c: [{ f: 1, e: null }] } }, '{"a":{"c":[{"e":null,"f":1}],"d":1},"b":1}'],
    [{ b: [2, 1], a: undefined }, '{"b":[2,1]}'],
    [null, 'null'],
    ['x', '"x"'],
  ])('serializes equal content equally, in any order of keys: %j', (value, text) => expect(canonical(value)).toBe(text))
})
