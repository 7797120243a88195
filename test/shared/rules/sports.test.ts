import { expect, it } from 'vitest'
import spanish from '#web/sports/texts.es.json'
import { fieldLabelIn, sportNames, sportOf } from '#shared/rules/sports.ts'

it('the sports are those of the specification, each with its kind of field', () => {
  expect(sportNames.join(', ')).toBe(
    'Baseball, Basketball, Football, Volleyball, Golf, LaCrosse, Soccer, Softball, Tennis, Hockey, Rugby, Wrestling, Other',
  )
  expect(sportOf('Hockey')).toEqual({ name: 'Hockey', fieldLabel: 'Rink' })
})

it('mails and calendars use the same names of fields as the screens', () => {
  for (const { fieldLabel } of sportNames.map(sportOf)) {
    expect(fieldLabelIn('es', fieldLabel)).toBe((spanish as Record<string, string>)[`field_${fieldLabel}`])
    expect(fieldLabelIn('en', fieldLabel)).toBe(fieldLabel)
  }
})
