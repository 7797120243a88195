import type { Bench } from './cloud.ts'
import { inTurns } from './registering.ts'
import { type Figure, percentiles } from './report.ts'
import { act } from './saturday/acts.ts'
import type { Told } from './saturday/asking.ts'
import { saturdayClub, type SaturdayTeam } from './saturday/club.ts'
import { wholeTable } from './saturday/looked.ts'
import { saturdayMeasured } from './saturday/measured.ts'
import { scopeOf } from './saturday/scaled.ts'
import { settled } from './saturday/settled.ts'
import type { Item } from './saturday/units.ts'

const families = 10
/** So many emails of the noisy club go out at once, each to so many families. */
const emails = 40
/** A worker takes ten messages at a time, five times over: so many may be under way, and as many be taken meanwhile. */
const mostBefore = 100
/** How often the other club asks, and how often the noisy one does meanwhile. */
const [asks, louder] = [40, 20]
/** The longest that what follows may take, in seconds. */
const patience = 400

/** One club that does far more than others: what of that the others feel. */
export async function noisyFigures(bench: Bench): Promise<Figure[]> {
  const told: Told = ({ path, status, text, isLast }) => {
    if (isLast && status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
  }
  const [loud] = await saturdayClub(bench, { name: 'Loud', teams: 1, families, told })
  const [quiet] = await saturdayClub(bench, { name: 'Quiet', teams: 1, families, told })
  if (!loud || !quiet) throw new Error('A club has no team.')
  await settled(bench.cloud, patience)
  return [...(await behindBacklog(bench, loud, quiet)), ...(await whileAsking(loud, quiet)), await atSharedKeys(bench)]
}

/** How many messages of the noisy club are begun with between when somebody else's mail was wanted and when it was begun with. */
async function behindBacklog(bench: Bench, loud: SaturdayTeam, quiet: SaturdayTeam): Promise<Figure[]> {
  await inTurns(emails, 8, (i) => act('email', loud, i))
  const sent = await act('email', quiet, 0)
  if (sent?.what !== 'email') throw new Error('The quiet club’s email was not taken.')
  await settled(bench.cloud, patience)
  const mails = (await wholeTable(bench.cloud)).filter(({ kind, letter }) => kind === 'Outbox' && letter === 'email')
  const emailIn = ({ about }: Item) => (about as { emailId: string }).emailId
  const isOf = (team: SaturdayTeam) => (mail: Item) => emailIn(mail).startsWith(team.teamId)
  const [noise, others] = [mails.filter(isOf(loud)), mails.filter((mail) => emailIn(mail) === sent.emailId)]
  // A mail's last write says when its message first came to the sender.
  const begun = ({ at }: Item) => String(at)
  const wanted = ({ wantedAt }: Item) => String(wantedAt)
  const waiting = (at: string) => noise.filter((mail) => wanted(mail) <= at && begun(mail) > at).length
  const before = (mail: Item) => noise.filter((each) => begun(each) > wanted(mail) && begun(each) < begun(mail)).length
  return [
    {
      what: 'a noisy club: its mails',
      value: noise.length,
      unit: 'mails',
      atLeast: emails * families,
      atMost: emails * families,
    },
    {
      what: 'a noisy club: mails of another club',
      value: others.length,
      unit: 'mails',
      atLeast: families,
      atMost: families,
    },
    {
      what: 'a noisy club: its mails that wait when the other’s come',
      value: Math.max(0, ...others.map((mail) => waiting(wanted(mail)))),
      unit: 'mails',
    },
    {
      what: 'a noisy club: its mails that go before the other’s',
      value: Math.max(0, ...others.map(before)),
      unit: 'mails',
      atMost: mostBefore,
    },
  ]
}

/** The other club’s requests alone, and while the noisy one asks. Here they share two cores, which no two functions on AWS do. */
async function whileAsking(loud: SaturdayTeam, quiet: SaturdayTeam): Promise<Figure[]> {
  const timed = async () => {
    const ms: number[] = []
    for (let i = 0; i < asks; i++) {
      const began = performance.now()
      await act('visit', quiet, i)
      ms.push(performance.now() - began)
    }
    return percentiles(ms).p95
  }
  const alone = await timed()
  const noise = { isOver: false }
  const asking = inTurns(louder, louder, async (lane) => {
    for (let i = lane; !noise.isOver; i++) await act('visit', loud, i)
  })
  const beside = await timed()
  noise.isOver = true
  await asking
  return [
    {
      what: 'a noisy club: p95 of another’s visits, of what it is alone, on the cores that both have here',
      value: beside / alone,
      unit: 'times',
    },
  ]
}

/** What the product itself has clubs meet at: partition keys that more than one club’s work comes to. */
async function atSharedKeys(bench: Bench): Promise<Figure> {
  const { rounds } = await saturdayMeasured(bench)
  const units = [...rounds.first].map(([key, { read, write }]) => ({ key, units: read + write }))
  const sum = (all: typeof units) => all.reduce((total, each) => total + each.units, 0)
  const shared = units.filter(({ key }) => scopeOf(key, rounds) === 'everybody')
  return {
    what: 'a noisy club: units at keys where clubs meet, of all',
    value: (100 * sum(shared)) / sum(units),
    unit: '%',
    atMost: 5,
  }
}
