import { coach } from './assignments/coach.ts'
import { family } from './assignments/family.ts'
import { fromLibrary } from './assignments/library.ts'

/** Assignments for players, and their progress. */
export const assignments = { ...coach, ...family, ...fromLibrary }
