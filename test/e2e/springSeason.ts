import { demoPart } from '#scripts/demo/ids.ts'
import { youthPlayer } from '#scripts/demo/youthClub.ts'

/** The registration of the demo that anybody may fill in, and whose it is. */
export const [club = ''] = youthPlayer('Noa Moreno').split('.')
export const team = `${club}.${demoPart('t', 'U12 Falcons')}`
export const spring = `${team}.${demoPart('r', 'U12 Falcons, spring season')}`
