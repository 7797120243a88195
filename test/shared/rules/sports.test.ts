import { expect, it } from 'vitest'
import { sportNames, sportOf } from '#shared/rules/sports.ts'

it('the sports are those of the specification, each with what a place of play is called', () => {
  expect(sportNames.join(', ')).toBe(
    'Baseball, Basketball, Football, Volleyball, Golf, LaCrosse, Soccer, Softball, Tennis, Hockey, Rugby, Wrestling, Other',
  )
  expect(sportOf('Hockey')).toEqual({ name: 'Hockey', fieldLabel: 'Rink' })
})
