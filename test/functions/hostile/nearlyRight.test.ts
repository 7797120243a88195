import { beforeAll, expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { isStaff } from '#shared/permissions.ts'
import { exampleRequest, prepare } from '../exampleRequest.ts'
import { send, validateRequest } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { type Dice, diceOf } from '../dice.ts'
import { isSampledThisTurn } from '../sampling.ts'
import { successStatus, isAnswered, type Line, findFault } from './judge.ts'
import { type Hostile, hostileOnes, shapesOf } from './request.ts'

/**
 * Nearly valid requests, hostile in one to three places (`request.ts`), to every route: many are sent to its door, the code that
 * each function starts with; of those let in, some are sent to the whole handler, backed by the table, with each place and kind
 * tried once before any repeats. Whatever is sent, there is no server error, nothing that the contract does not promise, and no
 * refusal that it does not name. Requests that are let in change their club. So there are four clubs, one after another, and at
 * the end of each the valid request still succeeds; or, if it works only once, one of the others did. `RUNS=12000` sends 10,000
 * to each door and 100 to each handler; `npm test` sends a few to every fourth route. A failure prints the request.
 */
const { RUNS, SEED = RUNS ? String(Date.now() % 2 ** 31) : '20261121' } = process.env
const atTheDoor = RUNS ? Math.min(10_000, Number(RUNS)) : 20
const atTheHandler = RUNS ? Math.ceil(Number(RUNS) / 120) : 1
const clubs = RUNS ? 4 : 1

const everyRoute = routes.map((line, place) => ({ key: line.key, line, place }))
const inTurn = everyRoute.filter(({ place }) => isSampledThisTurn(place, 4))
let elsewhere: Club
beforeAll(async () => {
  elsewhere = await aClub()
})

it.each(inTurn)(
  `$key withstands ${atTheDoor} hostile requests at its door and ${atTheHandler} inside`,
  async ({ line, place }) => {
    const dice = diceOf(Number(SEED) + place)
    const wrong = new Map<string, string>()
    const tried = new Set<string>()
    const counted = { door: 0, letIn: 0, inside: 0, answered: 0, right: 0 }
    for (let i = 1; i <= clubs; i++) {
      const before = { ...counted }
      const share = (all: number, done: number) => Math.ceil((all * i) / clubs) - done
      const club = await aClub()
      const { letIn, door } = await askDoor(line, { club, dice, wrong, many: share(atTheDoor, before.door) })
      counted.door += door
      counted.letIn += letIn.length
      const chosen = chosenOf(letIn, { tried, dice, many: share(atTheHandler, before.inside) })
      const { answered, right } = await askInside(line, { club, wrong, chosen })
      counted.inside += chosen.length
      counted.answered += answered
      counted.right += right
    }
    expect([...wrong]).toEqual([])
    expect(counted).toMatchObject({ door: atTheDoor, inside: Math.min(atTheHandler, counted.letIn), right: clubs })
    // A handler that never succeeds has not been tested.
    if (RUNS) expect([line.key, counted.answered > 0]).toEqual([line.key, true])
  },
)

type Asking = { club: Club; wrong: Map<string, string> }
const tell = ({ wrong }: Asking, { sent, label }: Hostile, what: string | undefined) => {
  if (what !== undefined) wrong.set(what, `${label}: ${JSON.stringify(sent).slice(0, 2000)}`)
}
const groupsFor = ({ route }: Line) => (isStaff(route.can) ? ['ROLE_ADMIN'] : [])

/** Returns what the door lets in. */
async function askDoor(line: Line, asking: Asking & { dice: Dice; many: number }) {
  const { club, dice, many } = asking
  const as = club.user('admin')
  await prepare(line.key, as, club)
  const right = await exampleRequest(line.key, club, { as, groups: groupsFor(line) })
  const next = hostileOnes(line, shapesOf(line), right, { club, elsewhere }, dice)
  const letIn: Hostile[] = []
  for (let i = 0; i < many; i++) {
    const one = next()
    const refused = await validateRequest(line.key, one.sent)
    if (refused) tell(asking, one, findFault(line, refused))
    else letIn.push(one)
  }
  return { letIn, door: many }
}

/** Chooses this many: one of each untried kind first, in random order, then any others. */
function chosenOf(letIn: readonly Hostile[], { tried, dice, many }: { tried: Set<string>; dice: Dice; many: number }) {
  const kinds = Map.groupBy(dice.shuffled(letIn), ({ label }) => label)
  const first = [...kinds].flatMap(([label, [one]]) => (one && !tried.has(label) ? one : []))
  const others = [...kinds].flatMap(([label, ones]) => (tried.has(label) ? ones : ones.slice(1)))
  const chosen = [...first, ...others].slice(0, many)
  for (const { label } of chosen) tried.add(label)
  return chosen
}

async function askInside(line: Line, asking: Asking & { chosen: readonly Hostile[] }) {
  const { club, chosen } = asking
  const as = club.user('admin')
  let answered = 0
  let changed = false
  for (const one of chosen) {
    if (changed) await prepare(line.key, as, club)
    const first = await send(line.key, one.sent)
    // The table may be slow on a busy machine; two 503 responses in a row have another cause.
    const answer = first.status === 503 ? await send(line.key, one.sent) : first
    tell(asking, one, findFault(line, answer))
    changed = isAnswered(line, answer.status) && !line.key.startsWith('GET ')
    if (isAnswered(line, answer.status)) answered += 1
  }
  if (changed) await prepare(line.key, as, club)
  const { status } = await send(line.key, await exampleRequest(line.key, club, { as, groups: groupsFor(line) }))
  // A request that works only once, such as one copy a day, has been used up.
  return { answered, right: status === successStatus(line) || answered > 0 ? 1 : 0 }
}
