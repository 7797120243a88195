import { type ValueFaults, why } from './faults.ts'
import { whyCannotName } from './names.ts'

/** The kinds of event that a club has, each with its colour. */
export type EventType = { id: string; name: string; color: string }

/** What a club begins with, until it has made its own. */
export const firstEventTypes: readonly EventType[] = [
  { id: 'practice', name: 'Practice', color: '#2b8a3e' },
  { id: 'game', name: 'Game', color: '#1864ab' },
  { id: 'tournament', name: 'Tournament', color: '#862e9c' },
  { id: 'meeting', name: 'Meeting', color: '#a35200' },
  { id: 'other', name: 'Other', color: '#495057' },
]
const inSpanish = ['Entrenamiento', 'Partido', 'Torneo', 'Reunión', 'Otro']
/** The same for a club that somebody opens in Spanish: they are its own from the beginning, since what is planned keeps them as they are called. */
export const firstEventTypesInSpanish: EventType[] = firstEventTypes.map((type, i) => ({
  ...type,
  name: inSpanish[i] ?? type.name,
}))
export const mostEventTypes = 20
/** Characters. */
export const eventTypeLimit = 32

/** What is wrong with a list of kinds of event. */
export const eventTypesFaults = (types: readonly EventType[]): ValueFaults =>
  Object.fromEntries(types.map(({ name }, i) => [`types.${i}.name`, why(whyCannotName, eventTypeLimit)(name)]))

/** The type of this id; the last one, which is for everything else, where there is no such type any more. */
export const typeIn = (types: readonly EventType[], id: string): EventType | undefined =>
  types.find((type) => type.id === id) ?? types.at(-1)
