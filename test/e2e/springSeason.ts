import { demoPart } from '#scripts/demo/ids.ts'
import { youthPlayer } from '#scripts/demo/youthClub.ts'

/** The demo's open registration, with its club and team. */
export const [club = ''] = youthPlayer('Noa Moreno').split('.')
export const team = `${club}.${demoPart('t', 'U12 Falcons')}`
export const spring = `${team}.${demoPart('r', 'U12 Falcons, spring season')}`
