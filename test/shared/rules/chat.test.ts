import { describe, expect, it } from 'vitest'
import { brokenAt, canonical, chained, headOf } from '#shared/rules/chatEvidence.ts'
import { isChatNews } from '#shared/rules/chatLive.ts'
import { pushed, pushText } from '#shared/rules/chatPush.ts'

describe('whether a push notification is sent for a message', () => {
  const now = '2026-11-22T18:30:00.000Z'
  const told = (seen: object, { seq = 6, isNamed = false } = {}) =>
    pushed({ readSeq: 5, ...seen }, { seq, now, isNamed })
  const justNow = { pushedSeq: 6, pushedAt: '2026-11-22T18:00:00.001Z' }
  const longAgo = { pushedSeq: 6, pushedAt: '2026-11-22T18:00:00.000Z' }
  it.each<[string, object, { seq?: number; isNamed?: boolean }, boolean]>([
    ['that is the first unread one', {}, {}, true],
    ['that is read', {}, { seq: 5 }, false],
    ['that was already pushed', { pushedSeq: 6 }, {}, false],
    ['before one that was already pushed', { pushedSeq: 7 }, {}, false],
    [
      'that is the first after one that was pushed and read',
      { readSeq: 6, pushedSeq: 6, pushedAt: now },
      { seq: 7 },
      true,
    ],
    ['less than thirty minutes after the last push', justNow, { seq: 7 }, false],
    ['thirty minutes after the last push', longAgo, { seq: 7 }, true],
    ['after a push at an unknown time', { pushedSeq: 6 }, { seq: 7 }, true],
    ['that is the first in a muted conversation', { muted: true }, {}, false],
    ['that mentions the user in a muted conversation', { muted: true }, { isNamed: true }, true],
    ['that mentions the user right after the last push', justNow, { seq: 7, isNamed: true }, true],
    ['that mentions the user and is read', {}, { seq: 5, isNamed: true }, false],
    ['that mentions the user and was already pushed', { pushedSeq: 6 }, { isNamed: true }, false],
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
    ['shows the team without the message', {}, 'New message: U12 Falcons', 'Open Touchline to read it.'],
    ['is in Spanish', { language: 'es' }, 'Mensaje nuevo: U12 Falcons', 'Abre Touchline para leerlo.'],
    [
      'omits the name of a group',
      { type: 'group', title: 'For Mia’s birthday' },
      'New message',
      'Open Touchline to read it.',
    ],
    ['omits the author of a direct message', { type: 'direct' }, 'New message', 'Open Touchline to read it.'],
    ['shows author and message if enabled', { showsText: true }, 'Ana Moreno · U12 Falcons', 'Who drives?'],
    [
      'shows author and message in a group if enabled',
      { showsText: true, type: 'group', title: 'Drivers' },
      'Ana Moreno · Drivers',
      'Who drives?',
    ],
    [
      'shows author and message in an unnamed group if enabled',
      { showsText: true, type: 'group', title: '' },
      'Ana Moreno',
      'Who drives?',
    ],
    [
      'shows author and message of a direct message if enabled',
      { showsText: true, type: 'direct' },
      'Ana Moreno',
      'Who drives?',
    ],
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
])('%j is a web socket message: %s', (value, is) => expect(isChatNews(value)).toBe(is))

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
    ['complete', chain, undefined],
    ['empty', [], undefined],
    ['without its last entry, which only the head reveals', chain.slice(0, 2), undefined],
    ['without its first entry', chain.slice(1), 0],
    ['without an entry in the middle', [first, third], 1],
    ['with a changed entry', [first, { ...second, entry: { text: 'B' } }, third], 1],
    ['with a changed last entry', [first, second, { ...third, entry: { text: 'C' } }], 2],
    [
      'with a changed and rehashed entry, revealed by the next one',
      [first, chained([{ text: 'a' }, { text: 'B' }], hashOf)[1], third],
      2,
    ],
    ['with an inserted entry', [first, { ...second, entry: { text: 'x' } }, second, third], 1],
    ['with another previous hash', [first, { ...second, before: none }, third], 1],
    ['with another hash', [first, second, { ...third, hash: 'x' }], 2],
  ])('is checked, and its first fault located: %s', (_what, links, at) =>
    expect(brokenAt(links as typeof chain, hashOf)).toBe(at),
  )

  it.each([
    [{ b: 1, a: { d: 1, c: [{ f: 1, e: null }] } }, '{"a":{"c":[{"e":null,"f":1}],"d":1},"b":1}'],
    [{ b: [2, 1], a: undefined }, '{"b":[2,1]}'],
    [null, 'null'],
    ['x', '"x"'],
  ])('serializes equal content equally, in any order of keys: %j', (value, text) => expect(canonical(value)).toBe(text))
})
