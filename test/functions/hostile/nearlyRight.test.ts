import { beforeAll, expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { isStaff } from '#shared/permissions.ts'
import { asked, prepare } from '../asked.ts'
import { atDoor, send } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { type Dice, diceOf } from '../dice.ts'
import { isInTurn } from '../some.ts'
import { good, isAnswered, type Line, wrongWith } from './judge.ts'
import { type Hostile, hostileOnes, shapesOf } from './request.ts'

/**
 * Requests that are nearly right, and hostile in a place or three (`request.ts`), to every route: so many at its door, which is the
 * very code that each function begins with; and of those that it lets in so many at the whole handler, with the table behind it,
 * of each place and way one before any comes twice. Whatever is sent: no error of ours, nothing that the contract does not promise,
 * and no refusal that it does not name. What is let in changes its club. So there are four, one after the other, and at the end of
 * each the right request is answered once more; or, where that is so only once, one of the others was. `RUNS=12000` is 10,000 at
 * each door and 100 in each handler; in `npm test` every fourth route has a few. A failure says what was sent.
 */
const { RUNS, SEED = RUNS ? String(Date.now() % 2 ** 31) : '20261121' } = process.env
const atTheDoor = RUNS ? Math.min(10_000, Number(RUNS)) : 20
const atTheHandler = RUNS ? Math.ceil(Number(RUNS) / 120) : 1
const clubs = RUNS ? 4 : 1

const everyRoute = routes.map((line, place) => ({ key: line.key, line, place }))
const inTurn = everyRoute.filter(({ place }) => isInTurn(place, 4))
let elsewhere: Club
beforeAll(async () => {
  elsewhere = await aClub()
})

it.each(inTurn)(`$key withstands ${atTheDoor} at its door and ${atTheHandler} inside`, async ({ line, place }) => {
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
  // Handlers that answer none of them have not been tried.
  if (RUNS) expect([line.key, counted.answered > 0]).toEqual([line.key, true])
})

type Asking = { club: Club; wrong: Map<string, string> }
const tell = ({ wrong }: Asking, { sent, label }: Hostile, what: string | undefined) => {
  if (what !== undefined) wrong.set(what, `${label}: ${JSON.stringify(sent).slice(0, 2000)}`)
}
const groupsFor = ({ route }: Line) => (isStaff(route.can) ? ['ROLE_ADMIN'] : [])

/** Gives what the door lets in. */
async function askDoor(line: Line, asking: Asking & { dice: Dice; many: number }) {
  const { club, dice, many } = asking
  const as = club.user('admin')
  await prepare(line.key, as, club)
  const right = await asked(line.key, club, { as, groups: groupsFor(line) })
  const next = hostileOnes(line, shapesOf(line), right, { club, elsewhere }, dice)
  const letIn: Hostile[] = []
  for (let i = 0; i < many; i++) {
    const one = next()
    const refused = await atDoor(line.key, one.sent)
    if (refused) tell(asking, one, wrongWith(line, refused))
    else letIn.push(one)
  }
  return { letIn, door: many }
}

/** So many of them: of each kind that has not been tried one, in any order, and then whatever else there is. */
function chosenOf(letIn: readonly Hostile[], { tried, dice, many }: { tried: Set<string>; dice: Dice; many: number }) {
  const kinds = Map.groupBy(dice.mixed(letIn), ({ label }) => label)
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
    // The table of the tests may be late beside other work; what is busy twice is not so by that.
    const answer = first.status === 503 ? await send(line.key, one.sent) : first
    tell(asking, one, wrongWith(line, answer))
    changed = isAnswered(line, answer.status) && !line.key.startsWith('GET ')
    if (isAnswered(line, answer.status)) answered += 1
  }
  if (changed) await prepare(line.key, as, club)
  const { status } = await send(line.key, await asked(line.key, club, { as, groups: groupsFor(line) }))
  // What can be asked once, a copy a day, has been.
  return { answered, right: status === good(line) || answered > 0 ? 1 : 0 }
}
