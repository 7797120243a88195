import { type ValueFaults, why } from './faults.ts'
import { whyCannotName } from './names.ts'

/** A club's type of event, with its colour. */
export type EventType = { id: string; name: string; color: string }

/** The types of a club that has not defined its own. */
export const firstEventTypes: readonly EventType[] = [
  { id: 'practice', name: 'Practice', color: '#2b8a3e' },
  { id: 'game', name: 'Game', color: '#1864ab' },
  { id: 'tournament', name: 'Tournament', color: '#862e9c' },
  { id: 'meeting', name: 'Meeting', color: '#a35200' },
  { id: 'other', name: 'Other', color: '#495057' },
]
const inSpanish = ['Entrenamiento', 'Partido', 'Torneo', 'Reunión', 'Otro']
/** The same for a club created in Spanish: stored as its own types from the start, since events keep their names. */
export const firstEventTypesInSpanish: EventType[] = firstEventTypes.map((type, i) => ({
  ...type,
  name: inSpanish[i] ?? type.name,
}))
export const mostEventTypes = 20
/** In characters. */
export const eventTypeLimit = 32

/** The faults of a list of event types. */
export const eventTypesFaults = (types: readonly EventType[]): ValueFaults =>
  Object.fromEntries(types.map(({ name }, i) => [`types.${i}.name`, why(whyCannotName, eventTypeLimit)(name)]))

/** The type with this id; if it no longer exists, the last one, which is for everything else. */
export const typeIn = (types: readonly EventType[], id: string): EventType | undefined =>
  types.find((type) => type.id === id) ?? types.at(-1)
