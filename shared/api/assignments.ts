import { coach } from './assignments/coach.ts'
import { family } from './assignments/family.ts'
import { fromLibrary } from './assignments/library.ts'

/** What players are given to do, and how far they are. */
export const assignments = { ...coach, ...family, ...fromLibrary }
