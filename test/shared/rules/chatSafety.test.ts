import { describe, expect, it } from 'vitest'
import { type ChatFact, type ChatGrounds, type ChatPerson, chatVerdict, isMinor } from '#shared/rules/chatSafety.ts'

const grounds: ChatGrounds = { as: 'family', playerId: 'a player', hasSession: false }
const person = (
  userId: string,
  { minor, of = [], gone }: { minor?: true; of?: string[]; gone?: true } = {},
): ChatPerson => ({
  userId,
  ...(minor && { minor: `player ${userId}` }),
  guardianOf: of.map((child) => `player ${child}`),
  ...(!gone && { by: grounds }),
})

describe('whether a conversation is stopped', () => {
  it.each<[string, ChatPerson[], boolean]>([
    ['two adults', [person('a'), person('b')], false],
    ['an adult alone', [person('a')], false],
    ['a child alone', [person('k', { minor: true })], true],
    ['an adult and a child', [person('a'), person('k', { minor: true })], true],
    ['a guardian and their child', [person('a', { of: ['k'] }), person('k', { minor: true })], false],
    [
      'a guardian, their child and another child',
      [person('a', { of: ['k'] }), person('k', { minor: true }), person('l', { minor: true })],
      true,
    ],
    [
      'two adults and children',
      [person('a'), person('b'), person('k', { minor: true }), person('l', { minor: true })],
      false,
    ],
    ['two children', [person('k', { minor: true }), person('l', { minor: true })], true],
    [
      'an adult, one who may have left, and a child',
      [person('a'), person('b', { gone: true }), person('k', { minor: true })],
      true,
    ],
    [
      'a guardian who may have left, and their child',
      [person('a', { of: ['k'], gone: true }), person('k', { minor: true })],
      true,
    ],
    ['a child as guardian', [person('a'), person('k', { minor: true, of: ['k'] })], true],
  ])('with %s', (_who, people, stopped) => {
    expect(chatVerdict(people).stopped).toBe(stopped)
  })
})

it('a person is a minor until their 18th birthday, and if their birth date is unknown', () => {
  expect(isMinor('2008-11-22', '2026-11-21')).toBe(true)
  expect(isMinor('2008-11-21', '2026-11-21')).toBe(false)
  expect(isMinor(undefined, '2026-11-21')).toBe(true)
  expect([isMinor('2008-02-29', '2026-02-28'), isMinor('2008-02-29', '2026-03-01')]).toEqual([true, false])
})

/**
 * A small world whose states are all explored: five people, which of them are children, who guards whom, who is in the single
 * conversation, and what it rested on when a member last joined or left. As in the table, people become children, guardianships
 * end and members lose access without the conversation noticing; a message checks what the conversation rests on.
 */
type World = { minors: number; gone: number; guards: number; members: number; restsOn: number }
/** The facts a conversation can rest on, by their number in a world; undefined if it is stopped. */
const rests: (readonly ChatFact[] | undefined)[] = []
const stopped = numberOf(undefined)
const free = numberOf([])
function numberOf(facts: readonly ChatFact[] | undefined): number {
  const text = JSON.stringify(facts)
  const at = rests.findIndex((each) => JSON.stringify(each) === text)
  return at < 0 ? rests.push(facts) - 1 : at
}
const all = [0, 1, 2, 3, 4]
const has = (set: number, i: number) => (set & (1 << i)) !== 0
const bit = (adult: number, child: number) => 1 << (adult * 5 + child)
const isGuardian = ({ guards }: World, adult: number, child: number) => (guards & bit(adult, child)) !== 0

const peopleOf = (world: World): ChatPerson[] =>
  all
    .filter((i) => has(world.members, i))
    .map((i) => ({
      userId: String(i),
      ...(has(world.minors, i) && { minor: String(i) }),
      guardianOf: all.filter((child) => isGuardian(world, i, child)).map(String),
      ...(!has(world.gone, i) && { by: grounds }),
    }))

type Rule = (people: ChatPerson[]) => ReturnType<typeof chatVerdict>
/** The verdicts of a rule, cached, as they only depend on the people. */
const verdicts = new WeakMap<Rule, Map<number, number>>()
function settledBy(rule: Rule, world: World): World {
  const known = verdicts.get(rule) ?? new Map<number, number>()
  verdicts.set(rule, known)
  const key = keyOf({ ...world, restsOn: 0 })
  let restsOn = known.get(key)
  if (restsOn === undefined) {
    const verdict = rule(peopleOf(world))
    restsOn = verdict.stopped ? stopped : numberOf(verdict.restsOn)
    known.set(key, restsOn)
  }
  return { ...world, restsOn }
}

/** The check in the transaction of a message. */
const canSend = (world: World): boolean =>
  rests[world.restsOn]?.every((fact) =>
    fact.does === 'adult'
      ? !has(world.minors, Number(fact.userId)) && !(fact.by && has(world.gone, Number(fact.userId)))
      : isGuardian(world, Number(fact.userId), Number(fact.playerId)),
  ) ?? false

/** The rule, formulated independently: no child without a second adult or their own guardian. */
function isSafe(world: World): boolean {
  const inside = all.filter((i) => has(world.members, i))
  const adults = inside.filter((i) => !has(world.minors, i) && !has(world.gone, i))
  const children = inside.filter((i) => has(world.minors, i))
  return children.every((child) => adults.length > 1 || adults.some((adult) => isGuardian(world, adult, child)))
}

function* next(rule: Rule, world: World): Generator<World> {
  for (const i of all) {
    // Joining and leaving happen in one transaction with the verdict, as does checking it again.
    yield settledBy(rule, { ...world, members: world.members ^ (1 << i) })
    yield { ...world, minors: world.minors ^ (1 << i) }
    yield { ...world, gone: world.gone ^ (1 << i) }
    for (const child of all) if (isGuardian(world, i, child)) yield { ...world, guards: world.guards & ~bit(i, child) }
  }
  yield settledBy(rule, world)
}

/** A world as one number: 15 bits of people, then the guardians, of whom there are few sets, then what it rests on. */
const keyOf = ({ minors, gone, guards, members, restsOn }: World): number => {
  let at = guardSets.indexOf(guards)
  if (at < 0) at = guardSets.push(guards) - 1
  return minors + 32 * gone + 1024 * members + 2 ** 15 * at + 2 ** 23 * restsOn
}
const guardSets: number[] = []

/** Explores all states within this many steps; returns the first one in which someone could write who must not. */
function breach(rule: Rule, begin: World[], steps: number): { states: number; found: World | undefined } {
  const seen = new Set(begin.map(keyOf))
  let edge = begin
  for (let step = 0; step <= steps; step++) {
    const found = edge.find((world) => canSend(world) && !isSafe(world))
    if (found) return { states: seen.size, found }
    if (step === steps) break
    const reached: World[] = []
    for (const world of edge)
      for (const after of next(rule, world)) {
        const key = keyOf(after)
        if (seen.has(key)) continue
        seen.add(key)
        reached.push(after)
      }
    edge = reached
  }
  return { states: seen.size, found: undefined }
}

/** The conversation is empty at first. The first two are guardians of each other's children, the third is the fourth's. */
const families = [0, bit(0, 3), bit(0, 3) | bit(1, 4), bit(0, 3) | bit(0, 4) | bit(1, 3), bit(2, 0) | bit(1, 0)]
const begin = families.flatMap((guards) =>
  [0b00000, 0b10000, 0b11000, 0b11100].map((minors): World => ({ minors, gone: 0, guards, members: 0, restsOn: free })),
)

describe('in all states of five people within six steps', () => {
  it('no one can write while one adult is alone with a child', () => {
    const { states, found } = breach(chatVerdict, begin, 6)
    expect(found).toBeUndefined()
    expect(states).toBe(325_522)
  }, 20_000)

  const ofAdults = (people: ChatPerson[]) => people.filter(({ minor }) => minor === undefined)
  const holes: [string, Rule][] = [
    [
      'one adult suffices',
      (people) => (ofAdults(people).length > 0 ? { stopped: false, restsOn: [] } : chatVerdict(people)),
    ],
    [
      'a guardian of one child counts as guardian of all',
      (people) => {
        const verdict = chatVerdict(people)
        const guards = people.some(({ guardianOf }) => guardianOf.length > 0)
        return verdict.stopped && guards && ofAdults(people).length > 0 ? { stopped: false, restsOn: [] } : verdict
      },
    ],
    [
      'a safe conversation depends on nothing',
      (people) => {
        const verdict = chatVerdict(people)
        return verdict.stopped ? verdict : { stopped: false, restsOn: [] }
      },
    ],
    [
      'it does not depend on the adults still having access',
      (people) => {
        const verdict = chatVerdict(people)
        if (verdict.stopped) return verdict
        const restsOn = verdict.restsOn.map((fact) => (fact.does === 'adult' ? { ...fact, by: undefined } : fact))
        return { stopped: false, restsOn }
      },
    ],
    [
      'it depends on only one of two adults',
      (people) => {
        const verdict = chatVerdict(people)
        return verdict.stopped ? verdict : { stopped: false, restsOn: verdict.restsOn.slice(0, 1) }
      },
    ],
  ]
  it.each(holes)(
    'a faulty rule is detected: %s',
    (_hole, rule) => {
      expect(breach(rule, begin, 5).found).toBeDefined()
    },
    20_000,
  )
})
