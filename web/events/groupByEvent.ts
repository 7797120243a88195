import type { Event, Location, TodaysEvent } from './eventTypes.ts'

/** One event with all of the reader's players, shown as one card. `coached`: it is also listed for a team the reader coaches. */
export type EventGroup = {
  event: Event
  location: Location
  coached: boolean
  players: PlayerEntry[]
}
export type PlayerEntry = TodaysEvent & { player: NonNullable<TodaysEvent['player']> }

/** The unique key of an entry: the event and the player. */
export const entryKey = ({ event, player }: TodaysEvent): string => `${event.id} ${player?.id ?? ''}`

/** Groups entries by event, in chronological order; players are ordered by key, so that rows do not move. */
export function groupByEvent(entries: readonly TodaysEvent[]): EventGroup[] {
  const groups = Map.groupBy(entries.toSorted(byTime), ({ event }) => event.id)
  return [...groups.values()].flatMap((eventEntries) => {
    const [firstEntry] = eventEntries
    if (!firstEntry) return []
    const { event, location } = firstEntry
    return [
      {
        event,
        location,
        coached: eventEntries.some(({ player }) => player === null),
        players: eventEntries.filter(hasPlayer),
      },
    ]
  })
}

const hasPlayer = (entry: TodaysEvent): entry is PlayerEntry => entry.player !== null

const byTime = (a: TodaysEvent, b: TodaysEvent) =>
  Date.parse(a.event.start) - Date.parse(b.event.start) || (entryKey(a) < entryKey(b) ? -1 : 1)
