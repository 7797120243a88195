import { expect, it } from 'vitest'
import { callsForHelp } from '#shared/rules/chatHelp.ts'

it.each<[boolean, string]>([
  [true, 'I want to die'],
  [true, 'sometimes I think about SUICIDE…'],
  [true, 'Don’t tell your parents, ok?'],
  [true, 'dont tell your parents'],
  [true, 'quiero   morirme 😭'],
  [true, 'Pienso en hacerme daño'],
  [true, 'HE TOUCHED ME'],
  [false, 'We killed it on Saturday!'],
  [false, 'The therapist says Mia may play'],
  [false, 'Tocamos a las cinco, me tocaron los dorsales'],
  [false, 'Who drives?'],
  [false, ''],
])('detects a call for help: %s for “%s”', (isCall, text) => {
  expect(callsForHelp('Who drives?', text)).toBe(isCall)
})
