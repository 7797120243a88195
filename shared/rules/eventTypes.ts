import { type ValueFaults, faultFrom } from './faults.ts'
import { whyCannotName } from './nameInput.ts'

/** A club's type of event, with its colour. */
export type EventType = { id: string; name: string; color: string }

/** The event types of a new club. */
export const firstEventTypes: readonly EventType[] = [
  { id: 'practice', name: 'Practice', color: '#2b8a3e' },
  { id: 'game', name: 'Game', color: '#1864ab' },
  { id: 'tournament', name: 'Tournament', color: '#862e9c' },
  { id: 'meeting', name: 'Meeting', color: '#a35200' },
  { id: 'other', name: 'Other', color: '#495057' },
]
const inSpanish = ['Entrenamiento', 'Partido', 'Torneo', 'Reunión', 'Otro']
/** The same in Spanish. They are stored with a new club, since events keep the names of their types. */
export const firstEventTypesInSpanish: EventType[] = firstEventTypes.map((type, i) => ({
  ...type,
  name: inSpanish[i] ?? type.name,
}))
export const maxEventTypes = 20
/** In characters. */
export const eventTypeLimit = 32

/** The faults of a list of event types. */
export const eventTypesFaults = (types: readonly EventType[]): ValueFaults =>
  Object.fromEntries(types.map(({ name }, i) => [`types.${i}.name`, faultFrom(whyCannotName, eventTypeLimit)(name)]))

/** The type with this id; the last one, for everything else, if it no longer exists. */
export const typeIn = (types: readonly EventType[], id: string): EventType | undefined =>
  types.find((type) => type.id === id) ?? types.at(-1)
